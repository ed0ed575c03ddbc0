#include "core/data/image_folder_source.h"

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "core/data/image_files.h"
#include "core/data/split.h"
#include "core/error.h"

namespace core {
namespace {

namespace fs = std::filesystem;

constexpr size_t kNamesShown = 5;

struct Listing {
    std::vector<std::string> classNames;
    std::vector<ImageEntry> entries;
    std::vector<std::string> notes;
};

bool isPicture(const fs::path& path) {
    std::string ending = path.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".png" || ending == ".jpg" || ending == ".jpeg";
}

bool isHidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

// What lies in a folder and is not hidden, by name: the order in which a file system lists is its
// own.
std::vector<fs::path> contentOf(const fs::path& folder) {
    std::vector<fs::path> paths;
    try {
        for (const fs::directory_entry& entry : fs::directory_iterator(folder))
            if (!isHidden(entry.path())) paths.push_back(entry.path());
    } catch (const fs::filesystem_error& error) {
        throw Error("Cannot read the folder " + folder.string() + ": " + error.code().message());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<fs::path> foldersIn(const std::string& folder) {
    if (folder.empty()) throw Error("No folder of pictures is chosen. Enter the path of one.");
    if (!fs::is_directory(folder))
        throw Error("Cannot read " + folder + ": it is no folder. Choose one with a folder in it " +
                    "for each class.");
    std::vector<fs::path> folders;
    for (const fs::path& path : contentOf(folder))
        if (fs::is_directory(path)) folders.push_back(path);
    return folders;
}

Listing listPictures(const std::string& folder) {
    Listing listing;
    int64_t others = 0;
    for (const fs::path& classFolder : foldersIn(folder)) {
        const auto label = static_cast<int64_t>(listing.classNames.size());
        const size_t before = listing.entries.size();
        for (const fs::path& path : contentOf(classFolder)) {
            if (isPicture(path) && fs::is_regular_file(path))
                listing.entries.push_back({path.string(), label});
            else
                ++others;
        }
        const std::string name = classFolder.filename().string();
        if (listing.entries.size() > before)
            listing.classNames.push_back(name);
        else
            listing.notes.push_back("The folder " + name +
                                    " holds no PNG or JPEG, so it is no class.");
    }
    if (others > 0)
        listing.notes.push_back("Left out because not named .png, .jpg or .jpeg: " +
                                std::to_string(others) + (others == 1 ? " file." : " files."));
    return listing;
}

// For each picture why it cannot be read; empty: it can.
std::vector<std::string> damageOf(const std::vector<ImageEntry>& entries) {
    std::vector<std::string> damage(entries.size());
    std::atomic<size_t> next{0};
    const auto check = [&] {
        for (size_t i = next++; i < entries.size(); i = next++)
            try {
                readImage(entries[i].path);
            } catch (const std::exception& error) {
                damage[i] = error.what();
            }
    };
    std::vector<std::jthread> threads;
    for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
        threads.emplace_back(check);
    check();
    threads.clear(); // waits for them
    return damage;
}

void leaveOutBroken(Listing& listing) {
    const std::vector<std::string> damage = damageOf(listing.entries);
    std::vector<ImageEntry> whole;
    std::string names;
    size_t broken = 0;
    for (size_t i = 0; i < damage.size(); ++i) {
        if (damage[i].empty()) {
            whole.push_back(listing.entries[i]);
        } else if (++broken <= kNamesShown) {
            names += (names.empty() ? "" : "; ") + listing.entries[i].path + ": " + damage[i];
        }
    }
    if (broken == 0) return;
    if (broken > kNamesShown) names += "; and " + std::to_string(broken - kNamesShown) + " more";
    listing.notes.push_back(std::to_string(broken) + " of " + std::to_string(damage.size()) +
                            " pictures cannot be read and are left out: " + names + ".");
    listing.entries = std::move(whole);
}

DatasetInfo describe(const Listing& listing, const ImageShape& shape) {
    DatasetInfo info;
    info.task = Task::Classification;
    info.inputShape = {shape.channels, shape.height, shape.width};
    info.outputCount = static_cast<int64_t>(listing.classNames.size());
    info.classNames = listing.classNames;
    info.targetNames = {"class"};
    return info;
}

} // namespace

DataSplit makeImageFolderData(const Params& params, uint64_t seed) {
    const std::string& folder = params.text("path");
    const ImageShape shape{params.text("colors") == "grey" ? 1 : 3, params.integer("height"),
                           params.integer("width")};
    const Augmentation augmentation{params.flag("flip"), params.integer("crop_padding")};
    if (augmentation.padding >= std::min(shape.height, shape.width))
        throw Error("Pictures of " + std::to_string(shape.width) + " x " +
                    std::to_string(shape.height) + " pixels cannot be moved by " +
                    std::to_string(augmentation.padding) + ". Lower the crop padding.");
    Listing listing = listPictures(folder);
    if (listing.classNames.size() < 2)
        throw Error("The folder " + folder + " holds pictures of " +
                    std::to_string(listing.classNames.size()) +
                    " classes, and at least two are needed. Put the pictures (PNG or JPEG) of each "
                    "class into a folder of its own in it, named as the class.");
    if (params.text("broken") == "skip") leaveOutBroken(listing);
    if (listing.entries.empty()) throw Error("No picture in " + folder + " can be read.");

    std::vector<int64_t> labels;
    for (const ImageEntry& entry : listing.entries)
        labels.push_back(entry.label);
    const DatasetInfo info = describe(listing, shape);
    const auto part = [&](const std::vector<int64_t>& rows, const Augmentation& change) {
        std::vector<ImageEntry> entries;
        for (int64_t row : rows)
            entries.push_back(listing.entries[static_cast<size_t>(row)]);
        return std::make_shared<ImageFiles>(info, std::move(entries), shape, change);
    };
    const RowSplit split = splitByClass(labels, params.real("validation"), seed);
    DataSplit data;
    data.train = part(split.train, augmentation);
    if (!split.validation.empty()) data.validation = part(split.validation, {});
    data.notes = std::move(listing.notes);
    return data;
}

} // namespace core
