// torchdesk-cli: trains and looks at runs without a window, with the engine that the window uses.
#include <algorithm>
#include <clocale>
#include <cstdio>
#include <exception>

#include <CLI/CLI.hpp>
#include <QtCore/QCoreApplication>

#include "app/cli_commands.h"
#include "app/services.h"
#include "app/terminal_text.h"
#include "core/error.h"
#include "core/run/param_json.h"

namespace {

// What the arguments say; `command` is then called.
struct Arguments {
    std::string workspace;
    std::string run;
    ConfigOptions config;
    bool asJson = false;
    std::function<int(Services&)> command;
};

void addWorkspace(CLI::App* command, Arguments& arguments) {
    command
        ->add_option("--workspace", arguments.workspace,
                     "Folder with the runs and their files, made when there is none; without it "
                     "the one in the user's data folder")
        ->type_name("DIR");
}

void addConfig(CLI::App* command, Arguments& arguments) {
    command->add_option("CONFIG", arguments.config.path, "File with the hyperparameters, JSON")
        ->required()
        ->type_name("");
    command
        ->add_option("--set", arguments.config.assignments,
                     "Changes one value: --set optimizer.lr=0.01 --set run.epochs=5")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->allow_extra_args(false)
        ->take_all();
}

void addRun(CLI::App* command, Arguments& arguments) {
    command->add_option("RUN", arguments.run, "Number, name or beginning of the id of a run")
        ->required()
        ->type_name("");
}

void addJson(CLI::App* command, Arguments& arguments) {
    command->add_flag("--json", arguments.asJson, "The last line printed is one JSON object");
}

void addTrainingCommands(CLI::App& app, Arguments& arguments) {
    CLI::App* run = app.add_subcommand("run", "Train what a config describes, as a new run");
    addConfig(run, arguments);
    addWorkspace(run, arguments);
    run->add_option("--name", arguments.config.name, "Name of the run")->type_name("NAME");
    addJson(run, arguments);
    run->callback([&arguments] {
        arguments.command = [&arguments](Services& services) {
            return runCommand(services, arguments.config, arguments.asJson);
        };
    });
    CLI::App* resume =
        app.add_subcommand("resume", "Go on with a stopped, paused or interrupted run");
    addRun(resume, arguments);
    addWorkspace(resume, arguments);
    addJson(resume, arguments);
    resume->callback([&arguments] {
        arguments.command = [&arguments](Services& services) {
            return resumeCommand(services, arguments.run, arguments.asJson);
        };
    });
}

void addReadingCommands(CLI::App& app, Arguments& arguments) {
    CLI::App* list = app.add_subcommand("list", "The runs of a workspace");
    addWorkspace(list, arguments);
    list->callback([&arguments] { arguments.command = listCommand; });
    CLI::App* show = app.add_subcommand("show", "Everything about one run");
    addRun(show, arguments);
    addWorkspace(show, arguments);
    addJson(show, arguments);
    show->callback([&arguments] {
        arguments.command = [&arguments](Services& services) {
            return showCommand(services, arguments.run, arguments.asJson);
        };
    });
    app.add_subcommand("models", "Load each model plugin and say whether it works")
        ->callback([&arguments] { arguments.command = modelsCommand; });
    CLI::App* describe = app.add_subcommand(
        "describe", "Print the training loop of a config with the callbacks in their places");
    addConfig(describe, arguments);
    describe->callback([&arguments] {
        arguments.command = [&arguments](Services& services) {
            return describeCommand(services, arguments.config);
        };
    });
}

void complain(const std::string& message) {
    std::fputs(forTerminal("torchdesk-cli: " + message + "\n").c_str(), stderr);
}

int execute(const Arguments& arguments) {
    try {
        Services services(arguments.workspace.empty()
                              ? Services::defaultWorkspace()
                              : QString::fromStdString(arguments.workspace));
        return arguments.command(services);
    } catch (const WrongRequest& wrong) {
        complain(wrong.message);
        return kConfigWrong;
    } catch (const std::exception& error) {
        complain(error.what());
        return kFailed;
    }
}

// CLI11 would say that a command is missing, and list what is too much from the end. False: this is
// neither case.
bool explain(const CLI::App& app, const std::string& firstWord, const CLI::ParseError& error) {
    const std::string help = "\nRun torchdesk-cli --help for more information.";
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands(nullptr))
        commands.push_back(command->get_name());
    const bool isCommand = std::find(commands.begin(), commands.end(), firstWord) != commands.end();
    if (!firstWord.empty() && firstWord[0] != '-' && !isCommand) {
        const std::string nearest = core::nearestName(firstWord, commands);
        complain("There is no command \"" + firstWord + "\"." +
                 (nearest.empty() ? "" : " Did you mean \"" + nearest + "\"?") + help);
        return true;
    }
    if (!dynamic_cast<const CLI::ExtrasError*>(&error)) return false;
    std::string words;
    for (const std::string& word : app.remaining(true))
        words += " " + word;
    complain("These words were not expected:" + words + help);
    return true;
}

} // namespace

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationVersion(TORCHDESK_VERSION);
    std::setlocale(LC_NUMERIC, "C"); // Qt takes the user's, and files want points in numbers

    CLI::App app("Trains neural networks and shows how they learned.", "torchdesk-cli");
    app.set_version_flag("--version", TORCHDESK_VERSION);
    app.require_subcommand(1);
    app.footer("Exit status: 0 finished, 1 failed, 2 the config or request is wrong, 3 stopped.");
    Arguments arguments;
    addTrainingCommands(app, arguments);
    addReadingCommands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (explain(app, argc > 1 ? argv[1] : "", error)) return kConfigWrong;
        return app.exit(error) == 0 ? kFinished : kConfigWrong;
    }
    return execute(arguments);
}
