// The tables of a workspace and their numbered upgrades. Inside core/store only. SCHEMA.md says
// what the columns mean.
#pragma once

#include <string>
#include <vector>

#include "core/store/connection.h"

namespace core {

// One script a version, in order: the first makes version 1 of an empty file. A script that has
// been released is never changed; a new one is added.
const std::vector<std::string>& schemaUpgrades();

int64_t schemaVersion(Connection& connection); // PRAGMA user_version; 0: an empty file

// Runs the scripts that the file lacks, all in one transaction. A file that has data is first
// copied to "<path>.v<version>.backup". Throws Error and leaves the file as it was when a script
// fails.
void upgradeSchema(Connection& connection, const std::vector<std::string>& upgrades);

} // namespace core
