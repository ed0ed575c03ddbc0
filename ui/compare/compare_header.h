// The header of a compare table: each run's colour beside its name. GUI thread.
#pragma once

#include <QtWidgets/QHeaderView>

namespace ui {

class CompareHeader : public QHeaderView {
    Q_OBJECT

public:
    explicit CompareHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace ui
