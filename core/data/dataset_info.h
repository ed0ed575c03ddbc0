// What a model and the metrics need to know about the data. A value; any thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

// What is to be learned; decides the default loss and metrics.
enum class Task {
    Regression,           // target float32 [batch, outputs]; mean squared error
    Classification,       // target int64 [batch], one of the classes; cross-entropy of the logits
    BinaryClassification, // target float32 [batch, outputs], each 0 or 1; cross-entropy per output
};

struct DatasetInfo {
    Task task = Task::Regression;
    std::vector<int64_t> inputShape;       // of one sample: {64}
    int64_t outputCount = 1;               // classes, or numbers to predict
    std::vector<std::string> classNames;   // of Classification, in the order of the class numbers
    std::vector<std::string> featureNames; // one per input feature; empty: they have none
    std::vector<std::string> targetNames;  // one per number to predict; the column of the classes

    // Regression: what the model sees is (target - mean) / scale, one of each per output. Metrics
    // in the target's own unit multiply errors by the scale. 0 and 1: as it is in the data.
    std::vector<double> targetMean;
    std::vector<double> targetScale;
};

} // namespace core
