#include "core/data/target_encoder.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include <ATen/Functions.h>

#include "core/data/table_encoder.h"

namespace core {
namespace {

constexpr size_t kMaxClasses = 10000;
constexpr size_t kMaxGuessedClasses = 20; // different whole numbers that "auto" takes as classes

// "3" rather than "3.000000", as in the file, whatever the locale.
std::string numberName(double number) {
    char text[32];
    const auto end =
        std::to_chars(text, text + sizeof text, number, std::chars_format::general, 15).ptr;
    return std::string(text, end);
}

} // namespace

TargetEncoder::TargetEncoder(std::string file, const TableColumn& column,
                             const std::vector<int64_t>& rows, const std::string& task)
    : m_file(std::move(file)), m_column(column) {
    if (task == "regression" && !column.isNumber)
        throw problem("holds texts such as \"" + excerpt(column.categories.front()) +
                      "\", which cannot be predicted as a number. Choose classification, or "
                      "another target.");
    if (task == "regression") return;
    if (!column.isNumber) {
        takeCategories(rows);
    } else {
        const std::vector<double> numbers = differentNumbers(rows, task == "auto");
        if (numbers.empty()) return;
        takeNumbersAsClasses(numbers, rows);
        if (task == "auto")
            m_notes.push_back("The " + std::to_string(numbers.size()) + " whole numbers in \"" +
                              column.name +
                              "\" are taken as classes; set the task to regression to predict "
                              "them as numbers.");
    }
    m_task = Task::Classification;
    requireClasses(rows);
    noteLonelyClasses(rows);
}

Error TargetEncoder::problem(const std::string& text) const {
    return Error(m_file + ": the target column \"" + m_column.name + "\" " + text);
}

// Sorted. For a guess: none unless they are few, whole and repeated.
std::vector<double> TargetEncoder::differentNumbers(const std::vector<int64_t>& rows,
                                                    bool isGuess) const {
    std::set<double> values;
    for (int64_t row : rows) {
        const double number = m_column.numbers[static_cast<size_t>(row)];
        values.insert(number);
        if (isGuess && (number != std::floor(number) || values.size() > kMaxGuessedClasses))
            return {};
        if (values.size() > kMaxClasses)
            throw problem("holds more than " + std::to_string(kMaxClasses) +
                          " different numbers, too many for classes. Choose regression.");
    }
    if (isGuess && 2 * values.size() > rows.size()) return {};
    return {values.begin(), values.end()};
}

void TargetEncoder::takeNumbersAsClasses(const std::vector<double>& sorted,
                                         const std::vector<int64_t>& rows) {
    for (double number : sorted)
        m_classNames.push_back(numberName(number));
    m_classes.assign(m_column.numbers.size(), -1);
    for (int64_t row : rows) {
        const double number = m_column.numbers[static_cast<size_t>(row)];
        m_classes[static_cast<size_t>(row)] =
            std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin();
    }
}

// Only those that the rows have: a class whose every row was left out is none.
void TargetEncoder::takeCategories(const std::vector<int64_t>& rows) {
    const auto codeOf = [&](int64_t row) {
        return static_cast<size_t>(m_column.codes[static_cast<size_t>(row)]);
    };
    std::vector<int64_t> number(m_column.categories.size(), -1);
    for (int64_t row : rows)
        number[codeOf(row)] = 0;
    for (size_t code = 0; code < number.size(); ++code) {
        if (number[code] < 0) continue;
        number[code] = static_cast<int64_t>(m_classNames.size());
        m_classNames.push_back(m_column.categories[code]);
    }
    m_classes.assign(m_column.codes.size(), -1);
    for (int64_t row : rows)
        m_classes[static_cast<size_t>(row)] = number[codeOf(row)];
}

void TargetEncoder::requireClasses(const std::vector<int64_t>& rows) const {
    if (m_classNames.size() < 2)
        throw problem("has the class \"" + excerpt(m_classNames.front()) +
                      "\" in every row, so there is nothing to tell apart.");
    if (rows.size() > 2 && m_classNames.size() == rows.size())
        throw problem("is different in every row, so it names no classes. Choose another target.");
    if (m_classNames.size() > kMaxClasses)
        throw problem("holds more than " + std::to_string(kMaxClasses) +
                      " different texts, too many for classes. Choose another target.");
}

void TargetEncoder::noteLonelyClasses(const std::vector<int64_t>& rows) {
    std::vector<int64_t> counts(m_classNames.size(), 0);
    for (int64_t row : rows)
        ++counts[static_cast<size_t>(m_classes[static_cast<size_t>(row)])];
    for (size_t code = 0; code < counts.size(); ++code)
        if (counts[code] == 1)
            m_notes.push_back("Class \"" + excerpt(m_classNames[code]) +
                              "\" has one row alone. It is for training, so validation cannot tell "
                              "how well the class is recognised.");
}

std::vector<int64_t> TargetEncoder::classesOf(const std::vector<int64_t>& rows) const {
    std::vector<int64_t> classes;
    classes.reserve(rows.size());
    for (int64_t row : rows)
        classes.push_back(m_classes[static_cast<size_t>(row)]);
    return classes;
}

void TargetEncoder::standardize(const std::vector<int64_t>& trainRows) {
    if (m_task == Task::Classification) return;
    const Statistics statistics = statisticsOf(m_column, trainRows);
    if (statistics.deviation == 0.0) return;
    m_mean = statistics.mean;
    m_scale = statistics.deviation;
}

void TargetEncoder::describe(DatasetInfo& info) const {
    info.task = m_task;
    info.targetNames = {m_column.name};
    if (m_task == Task::Classification) {
        info.classNames = m_classNames;
        info.outputCount = static_cast<int64_t>(m_classNames.size());
    } else {
        info.outputCount = 1;
        info.targetMean = {m_mean};
        info.targetScale = {m_scale};
    }
}

at::Tensor TargetEncoder::encode(const std::vector<int64_t>& rows) const {
    const auto count = static_cast<int64_t>(rows.size());
    if (m_task == Task::Classification) {
        at::Tensor classes = at::empty({count}, at::kLong);
        const std::vector<int64_t> numbers = classesOf(rows);
        std::copy(numbers.begin(), numbers.end(), classes.data_ptr<int64_t>());
        return classes;
    }
    at::Tensor numbers = at::empty({count, 1}, at::kFloat);
    float* out = numbers.data_ptr<float>();
    for (int64_t row : rows)
        *out++ =
            static_cast<float>((m_column.numbers[static_cast<size_t>(row)] - m_mean) / m_scale);
    return numbers;
}

} // namespace core
