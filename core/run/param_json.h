// ParamSpecs and values to and from JSON and text. Any thread.
#pragma once

#include <optional>
#include <string>

#include <QtCore/QJsonObject>

#include "core/params.h"

namespace core {

// Reads a description such as
//   {"id": "lr", "type": "real", "label": "Learning rate", "default": 0.001, "min": 0,
//    "exclusive_min": true, "log": true, "help": "..."}
// Throws Error naming the id and what is wrong with it: unknown keys and types, a default out of
// range, an enum without choices.
ParamSpec paramSpecFromJson(const QJsonObject& json);
QJsonObject toJson(const ParamSpec& spec);

// nullopt: the value is of another type. Numbers that are not finite are the texts "nan", "inf" and
// "-inf", since JSON has no way to write them.
std::optional<ParamValue> paramValueFromJson(ParamType type, const QJsonValue& json);
QJsonValue toJson(const ParamValue& value);

// Reads what toText() writes, and what people type: " 64,32 ", "1e-3", "True". nullopt: not of this
// type.
std::optional<ParamValue> paramValueFromText(ParamType type, const std::string& text);

const char* toText(ParamType type); // "int", as in the description

// The one of `candidates` that `text` was probably meant to be; empty: none is near.
std::string nearestName(const std::string& text, const std::vector<std::string>& candidates);

} // namespace core
