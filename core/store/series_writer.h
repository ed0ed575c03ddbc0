// Appends points to one series and keeps its metric and its levels of detail, within one
// transaction. Inside core/store only.
#pragma once

#include <array>

#include "core/store/connection.h"
#include "core/store/run_record.h"

namespace core {

class SeriesWriter {
public:
    // Reads where the series ends. Throws Error when the series is gone.
    SeriesWriter(Connection& connection, int64_t seriesId, int64_t segment);

    void append(const ScalarPoint& point);
    void finish(); // writes metric and open buckets: once, after the last point

private:
    struct OpenBucket {
        int64_t points; // in a full bucket
        LevelRow row;   // count 0: nothing since the last write
    };
    void insert(int64_t seq, const ScalarPoint& point);
    void addToBucket(OpenBucket& bucket, int64_t seq, const ScalarPoint& point);
    void writeBucket(int level, OpenBucket& bucket);

    Connection& m_connection;
    int64_t m_seriesId;
    int64_t m_segment;
    int64_t m_lastSeq;
    MetricRecord m_metric;
    std::array<OpenBucket, 2> m_levels{{{256, {}}, {65536, {}}}};
};

} // namespace core
