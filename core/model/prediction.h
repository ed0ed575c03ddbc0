// What goes into a model from outside and comes out as a person reads it. Values; any thread.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace core {

// One thing to predict for: cells of a row by column name, a text or the path of a picture under
// the name the model asks for ("text", "image").
using RawInput = std::map<std::string, std::string>;

// One for each sample of a batch.
struct Prediction {
    std::string text; // class name, number with its unit, sentence
    // Regression: the numbers in the target's own unit. Classes: the probability of each.
    std::vector<double> values;
};
using Predictions = std::vector<Prediction>;

} // namespace core
