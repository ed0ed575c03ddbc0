// The commands of torchdesk-cli. Each prints to stdout, errors are thrown. Main thread.
#pragma once

#include <string>
#include <vector>

class Services;

enum ExitCode { kFinished = 0, kFailed = 1, kConfigWrong = 2, kStopped = 3 };

struct ConfigOptions {
    std::string path;
    std::string name;                     // empty: as in the file
    std::vector<std::string> assignments; // "optimizer.lr=0.01"
};

// What was asked for is wrong: a config, a run that there is not. The message may have many lines.
struct WrongRequest {
    std::string message;
};

int runCommand(Services& services, const ConfigOptions& options, bool asJson);
int resumeCommand(Services& services, const std::string& run, bool asJson);
int listCommand(Services& services);
int showCommand(Services& services, const std::string& run, bool asJson);
int modelsCommand(Services& services);
int describeCommand(Services& services, const ConfigOptions& options);
