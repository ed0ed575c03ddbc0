// Everything that decides a run, as values: what forms edit, files hold, the store keeps and the
// engine reads. Values; any thread. No Qt type is needed to read it, so the engine includes this
// header.
#pragma once

#include <string>
#include <vector>

#include "core/error.h"
#include "core/params.h"

class QJsonObject;

namespace core {

class Catalog;

// A chosen part and its parameters: data source "csv", model "mlp", optimizer "adam" ...
struct Component {
    std::string type; // id in the Catalog
    Params params;
    friend bool operator==(const Component&, const Component&) = default;
};

struct RunConfig {
    std::string name;
    Component data;
    Component model;
    Component optimizer;
    Component schedule;
    std::vector<Component> callbacks; // those that are switched on, in the Catalog's order
    Params run;                       // epochs, batch_size, seed, device ...: core/run/run.json
    friend bool operator==(const RunConfig&, const RunConfig&) = default;
};

// What a new run starts from: the first of each kind in the catalog (of the data sources the first
// that needs no file), the callbacks that are on by default, every value at its default.
RunConfig defaultConfig(const Catalog& catalog);

// The file format, version 1; every key but model may be missing and then takes its default:
//   {"torchdesk": 1, "name": "digits",
//    "data": {"type": "csv", "path": "digits.csv", ...}, "model": {"type": "mlp", "hidden": [64,
//    32]}, "optimizer": {"type": "adam", "lr": 0.001}, "schedule": {"type": "constant"},
//    "callbacks": {"early_stopping": {"patience": 5}}, "run": {"epochs": 20, "batch_size": 32}}
// With "callbacks" those named are on (a callback's value may be true for its defaults, or false),
// beside those that always are; without it those that are on by default. Unknown keys, unknown
// types and values of a wrong type are added to `problems` by name
// ("optimizer.lrr") and left at their defaults. A relative Path value is taken relative to
// `folder`.
RunConfig configFromJson(const QJsonObject& json, const Catalog& catalog, const std::string& folder,
                         std::vector<Problem>& problems);
QJsonObject toJson(const RunConfig& config);

// Reads a file; throws Error when it cannot be read or is not JSON (with line and column).
RunConfig readConfig(const std::string& path, const Catalog& catalog,
                     std::vector<Problem>& problems);

// Sets the value at a dotted path from text, as the command line's --set does: "optimizer.lr=0.01",
// "callbacks.early_stopping.patience=3" (switches the callback on), "callbacks.early_stopping=off",
// "model.type=mlp" (keeps what was set, not defaults, where both types have the parameter),
// "model.hidden=64,32". A relative path is taken relative to the current folder.
void setByPath(RunConfig& config, const Catalog& catalog, const std::string& assignment,
               std::vector<Problem>& problems);

// All that is wrong with the config: types the catalog lacks, values out of range, and what does
// not fit together (cross-field). Empty, or warnings alone: it may start.
std::vector<Problem> validate(const RunConfig& config, const Catalog& catalog);

// "optimizer.lr" -> text, for tables and diffs; every value of every section, in order. Includes
// "data.type" etc.
std::vector<std::pair<std::string, std::string>> flatten(const RunConfig& config);

std::string configHash(
    const RunConfig& config); // SHA-256 of the canonical JSON without the name, hexadecimal

} // namespace core
