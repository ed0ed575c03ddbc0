// A workspace in a temporary folder, the catalog with the test components and configs for the test
// engine. One thread.
#pragma once

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>

#include "core/run/catalog.h"
#include "core/run/run_config.h"
#include "core/run/run_session.h"
#include "core/store/store.h"

namespace test {

struct Workspace {
    QTemporaryDir dir;
    core::Catalog catalog{{TEST_PLUGINS "/models"}};
    core::Store store{folder()};
    const std::string enginePath = TEST_PLUGINS "/engine/fake_engine.so";

    std::string folder() const { return dir.path().toStdString(); }

    // `behave`: see fake_engine.cpp.
    core::RunConfig config(const std::string& behave, int points = 10) {
        core::RunConfig config = core::defaultConfig(catalog);
        config.model.params.set("behave", behave);
        config.model.params.set("points", int64_t(points));
        config.run.set("epochs", int64_t(1));
        return config;
    }
    std::string addRun(const std::string& behave, int points = 10) {
        return core::createRun(store, config(behave, points)).id;
    }
    void release() { QFile(dir.filePath("release")).open(QIODevice::WriteOnly); } // runs that hold
    core::RunState state(const std::string& id) { return store.run(id).value().state; }
    size_t eventCount(const std::string& id, const std::string& kind) {
        size_t count = 0;
        for (const core::EventRow& row : store.events(id, 0))
            count += row.event.kind == kind;
        return count;
    }
    // Steps of loss/train that have not been rewound.
    std::vector<int64_t> liveSteps(const std::string& id) {
        std::vector<int64_t> steps;
        const auto segments = store.segments(id);
        for (const core::PointRow& row : store.points(store.series(id).at(0).id, 0, 1 << 30)) {
            const auto& cut = segments.at(static_cast<size_t>(row.segment) - 1).cutStep;
            if (!cut || row.step <= *cut) steps.push_back(row.step);
        }
        return steps;
    }
};

} // namespace test
