// A heading with its buttons and the table below, as tall as its rows. GUI thread.
#pragma once

#include <QtWidgets/QWidget>

class QAbstractItemModel;
class QHBoxLayout;
class QLabel;
class QTableView;

namespace ui {

class CompareSection : public QWidget {
    Q_OBJECT

public:
    CompareSection(const QString& title, QAbstractItemModel& model, QWidget* parent = nullptr);

    QTableView& table() { return *m_table; }
    void addControl(QWidget* control);      // in the heading, before the copy button
    void setRemark(const QString& text);    // beside the title: "3 of 28 differ"
    void setEmptyText(const QString& text); // in place of a table without rows

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void createHeading(const QString& title);
    void addCopyButton(const QString& format, QString (*text)(const QAbstractItemModel&));
    void createTable();
    void fitTable();

    QAbstractItemModel& m_model;
    QHBoxLayout* m_heading = nullptr;
    QLabel* m_remark = nullptr;
    QLabel* m_empty = nullptr;
    QTableView* m_table = nullptr;
};

} // namespace ui
