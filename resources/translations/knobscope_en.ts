<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>SampleProject</name>
    <message numerus="yes">
        <source>Recorded on %1 on %2, %n core(s)</source>
        <translation>
            <numerusform>Recorded on %1 on %2, %n core</numerusform>
            <numerusform>Recorded on %1 on %2, %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TimingWords</name>
    <message numerus="yes">
        <source>%n pair(s)</source>
        <translation>
            <numerusform>%n pair</numerusform>
            <numerusform>%n pairs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::CandidateDialog</name>
    <message numerus="yes">
        <source>%1 of %2 candidate(s) shown.</source>
        <translation>
            <numerusform>%1 of %2 candidate shown.</numerusform>
            <numerusform>%1 of %2 candidates shown.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::CodeColumn</name>
    <message numerus="yes">
        <source>%n found</source>
        <translation>
            <numerusform>%n found</numerusform>
            <numerusform>%n found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::CodeLevels</name>
    <message numerus="yes">
        <source>%n line(s)</source>
        <translation>
            <numerusform>%n line</numerusform>
            <numerusform>%n lines</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n stack access(es)</source>
        <translation>
            <numerusform>%n stack access</numerusform>
            <numerusform>%n stack accesses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n multiply-add(s) and %1 in the innermost loop</source>
        <translation>
            <numerusform>%n multiply-add and %1 in the innermost loop</numerusform>
            <numerusform>%n multiply-adds and %1 in the innermost loop</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::CompareView</name>
    <message numerus="yes">
        <source>Tunes the task in %n run(s) like these, with other seeds</source>
        <translation>
            <numerusform>Tunes the task in %n run like these, with other seeds</numerusform>
            <numerusform>Tunes the task in %n runs like these, with other seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ComparisonTables</name>
    <message numerus="yes">
        <source>Reached by %1 of %2 run(s); the median is shown</source>
        <translation>
            <numerusform>Reached by %1 of %2 run; the median is shown</numerusform>
            <numerusform>Reached by %1 of %2 runs; the median is shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Median of the best %1 of %n run(s)</source>
        <translation>
            <numerusform>Median of the best %1 of %n run</numerusform>
            <numerusform>Median of the best %1 of %n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ConfigView</name>
    <message numerus="yes">
        <source>%n config(s) of this task pinned.</source>
        <translation>
            <numerusform>%n config of this task pinned.</numerusform>
            <numerusform>%n configs of this task pinned.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ConstraintPanel</name>
    <message numerus="yes">
        <source>Would remove %1 more config(s); %2 would be left.</source>
        <translation>
            <numerusform>Would remove %1 more config; %2 would be left.</numerusform>
            <numerusform>Would remove %1 more configs; %2 would be left.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::DiffPage</name>
    <message numerus="yes">
        <source>%n line(s) removed</source>
        <translation>
            <numerusform>%n line removed</numerusform>
            <numerusform>%n lines removed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n figure(s) differ</source>
        <translation>
            <numerusform>%n figure differs</numerusform>
            <numerusform>%n figures differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ExperimentDialog</name>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> %1 has only %2 config(s); its runs measure the complete space.</source>
        <translation>
            <numerusform> %1 has only %2 config; its runs measure the complete space.</numerusform>
            <numerusform> %1 has only %2 configs; its runs measure the complete space.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 trial</numerusform>
            <numerusform>%1 trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ExtentsDialog</name>
    <message numerus="yes">
        <source>and %n more input(s)</source>
        <translation>
            <numerusform>and one more input</numerusform>
            <numerusform>and %n more inputs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::FailuresView</name>
    <message numerus="yes">
        <source>No failures among the %L1 filtered trial(s) of run %2.</source>
        <translation>
            <numerusform>The %L1 filtered trial of run %2 did not fail.</numerusform>
            <numerusform>No failures among the %L1 filtered trials of run %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %L2 trial(s) failed (%3 %)</source>
        <translation>
            <numerusform>%L1 of %L2 trial failed (%3 %)</numerusform>
            <numerusform>%L1 of %L2 trials failed (%3 %)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Added to the space: %1. It now has %L2 config(s), down from %L3.</source>
        <translation>
            <numerusform>Added to the space: %1. It now has %L2 config, down from %L3.</numerusform>
            <numerusform>Added to the space: %1. It now has %L2 configs, down from %L3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::FileActions</name>
    <message numerus="yes">
        <source>Imported %n trial(s) as run %1 of %2.</source>
        <translation>
            <numerusform>Imported %n trial as run %1 of %2.</numerusform>
            <numerusform>Imported %n trials as run %1 of %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::InsightView</name>
    <message numerus="yes">
        <source>%1 trial(s).</source>
        <translation>
            <numerusform>%1 trial.</numerusform>
            <numerusform>%1 trials.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::KnobList</name>
    <message numerus="yes">
        <source>%1, %2, %3 candidate(s): %4</source>
        <translation>
            <numerusform>%1, %2, %3 candidate: %4</numerusform>
            <numerusform>%1, %2, %3 candidates: %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::KnobPicker</name>
    <message numerus="yes">
        <source>%1: %2 with %n candidate(s)</source>
        <translation>
            <numerusform>%1: %2 with %n candidate</numerusform>
            <numerusform>%1: %2 with %n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabHistory</name>
    <message numerus="yes">
        <source>%1: %n space(s)</source>
        <translation>
            <numerusform>%1: %n space</numerusform>
            <numerusform>%1: %n spaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, with %n seed(s) of %2 trials, replayed on %3</source>
        <translation>
            <numerusform>%1, with %n seed of %2 trials, replayed on %3</numerusform>
            <numerusform>%1, with %n seeds of %2 trials, replayed on %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabPlot</name>
    <message numerus="yes">
        <source>%1 after %2 trial(s): %3 % of the best (median)</source>
        <translation>
            <numerusform>%1 after %2 trial: %3 % of the best (median)</numerusform>
            <numerusform>%1 after %2 trials: %3 % of the best (median)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabResults</name>
    <message numerus="yes">
        <source>%1; %2 config(s), best %3 on %4</source>
        <translation>
            <numerusform>%1; %2 config, best %3 on %4</numerusform>
            <numerusform>%1; %2 configs, best %3 on %4</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabSpacesModel</name>
    <message numerus="yes">
        <source>%1, %2
%3 %4 failed, %5 are within 5 % of the best.
Measured on %6 with %n thread(s), %7.
%8</source>
        <translation>
            <numerusform>%1, %2
%3 %4 failed, %5 are within 5 % of the best.
Measured on %6 with %n thread, %7.
%8</numerusform>
            <numerusform>%1, %2
%3 %4 failed, %5 are within 5 % of the best.
Measured on %6 with %n threads, %7.
%8</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All of its %1 config(s) were measured.</source>
        <translation>
            <numerusform>Its %1 config was measured.</numerusform>
            <numerusform>All of its %1 configs were measured.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LabTables</name>
    <message numerus="yes">
        <source>Trials to measure a config with %1 % of the best config&apos;s speed: median of %n seed(s), %2 of which reached it within %3 trials.</source>
        <translation>
            <numerusform>Trials to measure a config with %1 % of the best config&apos;s speed: median of %n seed, %2 of which reached it within %3 trials.</numerusform>
            <numerusform>Trials to measure a config with %1 % of the best config&apos;s speed: median of %n seeds, %2 of which reached it within %3 trials.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Trials to %1 % of the best: geometric mean over %n space(s) of the median of the seeds. A seed that did not reach it counts as the budget plus one trial.</source>
        <translation>
            <numerusform>Trials to %1 % of the best: geometric mean over %n space of the median of the seeds. A seed that did not reach it counts as the budget plus one trial.</numerusform>
            <numerusform>Trials to %1 % of the best: geometric mean over %n spaces of the median of the seeds. A seed that did not reach it counts as the budget plus one trial.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Best so far after %1 trial(s), in percent of the space&apos;s best; median of the seeds</source>
        <translation>
            <numerusform>Best so far after %1 trial, in percent of the space&apos;s best; median of the seeds</numerusform>
            <numerusform>Best so far after %1 trials, in percent of the space&apos;s best; median of the seeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2: median trials to %3 % of the best; %4 of %5 seed(s) reached it.</source>
        <translation>
            <numerusform>%1 on %2: median trials to %3 % of the best; %4 of %5 seed reached it.</numerusform>
            <numerusform>%1 on %2: median trials to %3 % of the best; %4 of %5 seeds reached it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LimitsForm</name>
    <message numerus="yes">
        <source> trial(s)</source>
        <translation>
            <numerusform> trial</numerusform>
            <numerusform> trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::LoopStrip</name>
    <message numerus="yes">
        <source>%1: %n steps of a sum or maximum</source>
        <translation>
            <numerusform>%1: %n step of a sum or maximum</numerusform>
            <numerusform>%1: %n steps of a sum or maximum</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n steps</source>
        <translation>
            <numerusform>%1: %n step</numerusform>
            <numerusform>%1: %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::MainWindow</name>
    <message numerus="yes">
        <source>%1: run %2 of %3 with %4 trial(s), %5, best %6</source>
        <translation>
            <numerusform>%1: run %2 of %3 with %4 trial, %5, best %6</numerusform>
            <numerusform>%1: run %2 of %3 with %4 trials, %5, best %6</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkTimes</name>
    <message numerus="yes">
        <source>Predicted with %n manual layout(s): %1 ms, without: %2 ms.</source>
        <translation>
            <numerusform>Predicted with %n manual layout: %1 ms, without: %2 ms.</numerusform>
            <numerusform>Predicted with %n manual layouts: %1 ms, without: %2 ms.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Incorrect: %n output value(s) are NaN or infinite but should not be, or the reverse.</source>
        <translation>
            <numerusform>Incorrect: %n output value is NaN or infinite but should not be, or the reverse.</numerusform>
            <numerusform>Incorrect: %n output values are NaN or infinite but should not be, or the reverse.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s) tuned</source>
        <translation>
            <numerusform>%1 of %n layer tuned</numerusform>
            <numerusform>%1 of %n layers tuned</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of the peak of %n core(s)</source>
        <translation>
            <numerusform>%1 of the peak of %n core</numerusform>
            <numerusform>%1 of the peak of %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::NetworkView</name>
    <message numerus="yes">
        <source>%n identical block(s) in a row. Click to show all.</source>
        <translation>
            <numerusform>%n block. Click to show it.</numerusform>
            <numerusform>%n identical blocks in a row. Click to show all.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ms (%2 of %3 layer(s) measured)</source>
        <translation>
            <numerusform>%1 ms (%2 of %3 layer measured)</numerusform>
            <numerusform>%1 ms (%2 of %3 layers measured)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ParallelPlot</name>
    <message numerus="yes">
        <source>Axis %1, %2; %3 of %4 trial(s) inside all brushes</source>
        <translation>
            <numerusform>Axis %1, %2; %3 of %4 trial inside all brushes</numerusform>
            <numerusform>Axis %1, %2; %3 of %4 trials inside all brushes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::PricePanel</name>
    <message numerus="yes">
        <source>At most %1 config(s)</source>
        <translation>
            <numerusform>At most %1 config</numerusform>
            <numerusform>At most %1 configs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ProgressPanel</name>
    <message numerus="yes">
        <source>, %n failed</source>
        <translation>
            <numerusform>, %n failed</numerusform>
            <numerusform>, %n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s), best %3 GFLOPS</source>
        <translation>
            <numerusform>%1 of %2 trial, best %3 GFLOPS</numerusform>
            <numerusform>%1 of %2 trials, best %3 GFLOPS</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s)</source>
        <translation>
            <numerusform>%1 of %2 trial</numerusform>
            <numerusform>%1 of %2 trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n trial(s)</source>
        <translation>
            <numerusform>%1, %n trial</numerusform>
            <numerusform>%1, %n trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 trial</numerusform>
            <numerusform>%1 trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::QueryView</name>
    <message numerus="yes">
        <source>%Ln row(s) in %1</source>
        <translation>
            <numerusform>%Ln row in %1</numerusform>
            <numerusform>%Ln rows in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::QueueView</name>
    <message numerus="yes">
        <source>%1 with %n edit(s) of its space</source>
        <translation>
            <numerusform>%1 with %n edit of its space</numerusform>
            <numerusform>%1 with %n edits of its space</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RangePanel</name>
    <message numerus="yes">
        <source>%Ln span(s) in %1, from %2</source>
        <translation>
            <numerusform>%Ln span in %1, from %2</numerusform>
            <numerusform>%Ln spans in %1, from %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ReportDialog</name>
    <message numerus="yes">
        <source>The report of %Ln run(s) is in %1.</source>
        <translation>
            <numerusform>The report of %Ln run is in %1.</numerusform>
            <numerusform>The report of %Ln runs is in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ResumeList</name>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 trial</numerusform>
            <numerusform>%1 trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %2 trial(s)</source>
        <translation>
            <numerusform>%1 of %2 trial</numerusform>
            <numerusform>%1 of %2 trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RooflinePanel</name>
    <message numerus="yes">
        <source>Roof with %n thread(s)</source>
        <translation>
            <numerusform>Roof with %n thread</numerusform>
            <numerusform>Roof with %n threads</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RunListModel</name>
    <message numerus="yes">
        <source>Run %1 of %2 with %3, seed %4: %n trial(s), best %5, %6</source>
        <translation>
            <numerusform>Run %1 of %2 with %3, seed %4: %n trial, best %5, %6</numerusform>
            <numerusform>Run %1 of %2 with %3, seed %4: %n trials, best %5, %6</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RunNotifier</name>
    <message numerus="yes">
        <source>All %n trial(s) failed.</source>
        <translation>
            <numerusform>The only trial failed.</numerusform>
            <numerusform>All %n trials failed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Best %1 GFLOPS after %2 trial(s) in %3.</source>
        <translation>
            <numerusform>Best %1 GFLOPS after %2 trial in %3.</numerusform>
            <numerusform>Best %1 GFLOPS after %2 trials in %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::RunView</name>
    <message numerus="yes">
        <source>%n task(s) wait in the queue.</source>
        <translation>
            <numerusform>%n task waits in the queue.</numerusform>
            <numerusform>%n tasks wait in the queue.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) wait</source>
        <translation>
            <numerusform>%n task waits</numerusform>
            <numerusform>%n tasks wait</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n setting(s) changed</source>
        <translation>
            <numerusform>%n setting changed</numerusform>
            <numerusform>%n settings changed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::ScheduleView</name>
    <message numerus="yes">
        <source>%n line(s) changed by this step</source>
        <translation>
            <numerusform>%n line changed by this step</numerusform>
            <numerusform>%n lines changed by this step</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::SlicePanel</name>
    <message numerus="yes">
        <source>%1: all of %n trial(s) failed</source>
        <translation>
            <numerusform>%1: all of %n trial failed</numerusform>
            <numerusform>%1: all of %n trials failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: best %2, median %3, %n trial(s), %4 failed</source>
        <translation>
            <numerusform>%1: best %2, median %3, %n trial, %4 failed</numerusform>
            <numerusform>%1: best %2, median %3, %n trials, %4 failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s)</source>
        <translation>
            <numerusform>%n trial</numerusform>
            <numerusform>%n trials</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::SpaceDocument</name>
    <message numerus="yes">
        <source>%n candidate(s)</source>
        <translation>
            <numerusform>%n candidate</numerusform>
            <numerusform>%n candidates</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::SpanDetails</name>
    <message numerus="yes">
        <source>%1 in %n span(s)</source>
        <translation>
            <numerusform>%1 in one span</numerusform>
            <numerusform>%1 in %n spans</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s) selected</source>
        <translation>
            <numerusform>One trial selected</numerusform>
            <numerusform>%n trials selected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::SpeedView</name>
    <message numerus="yes">
        <source>Reading %n long run(s)…</source>
        <translation>
            <numerusform>Reading %n long run…</numerusform>
            <numerusform>Reading %n long runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trial(s), best %1</source>
        <translation>
            <numerusform>%n trial, best %1</numerusform>
            <numerusform>%n trials, best %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::StatusLine</name>
    <message numerus="yes">
        <source>%1, %n core(s)</source>
        <translation>
            <numerusform>%1, %n core</numerusform>
            <numerusform>%1, %n cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::StatusMessages</name>
    <message numerus="yes">
        <source>%n problem(s): %1</source>
        <translation>
            <numerusform>%n problem: %1</numerusform>
            <numerusform>%n problems: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::StepClock</name>
    <message numerus="yes">
        <source>Timing %n step(s)…</source>
        <translation>
            <numerusform>Timing %n step…</numerusform>
            <numerusform>Timing %n steps…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TaskModel</name>
    <message numerus="yes">
        <source>%n layer(s) of the network have this workload.</source>
        <translation>
            <numerusform>%n layer of the network has this workload.</numerusform>
            <numerusform>%n layers of the network have this workload.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %n run(s)</source>
        <translation>
            <numerusform>%1 in %n run</numerusform>
            <numerusform>%1 in %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trial(s)</source>
        <translation>
            <numerusform>%1 trial</numerusform>
            <numerusform>%1 trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s)</source>
        <translation>
            <numerusform>%n task</numerusform>
            <numerusform>%n tasks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 with %n edit(s)</source>
        <translation>
            <numerusform>%1 with %n edit</numerusform>
            <numerusform>%1 with %n edits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n edit(s) of its space</source>
        <translation>
            <numerusform>, %n edit of its space</numerusform>
            <numerusform>, %n edits of its space</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 config(s)</source>
        <translation>
            <numerusform>%1 config</numerusform>
            <numerusform>%1 configs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Run %1: from %2 to %3 GFLOPS in %4 trial(s)</source>
        <translation>
            <numerusform>Run %1: from %2 to %3 GFLOPS in %4 trial</numerusform>
            <numerusform>Run %1: from %2 to %3 GFLOPS in %4 trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 ms for %2 of %3 distinct layer(s)</source>
        <translation>
            <numerusform>%1 ms for %2 of %3 distinct layer</numerusform>
            <numerusform>%1 ms for %2 of %3 distinct layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TaskView</name>
    <message numerus="yes">
        <source>Add %n Task(s) to the &amp;Queue</source>
        <translation>
            <numerusform>Add %n Task to the &amp;Queue</numerusform>
            <numerusform>Add %n Tasks to the &amp;Queue</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TimelineCanvas</name>
    <message numerus="yes">
        <source>%n lane(s), %1 shown from %2</source>
        <translation>
            <numerusform>%n lane, %1 shown from %2</numerusform>
            <numerusform>%n lanes, %1 shown from %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n spans merged</source>
        <translation>
            <numerusform>%n span merged</numerusform>
            <numerusform>%n spans merged</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TraceFiles</name>
    <message numerus="yes">
        <source>Imported %n span(s) of a trace.</source>
        <translation>
            <numerusform>Imported %n span of a trace.</numerusform>
            <numerusform>Imported %n spans of a trace.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln span(s) written to %1; ui.perfetto.dev and vizviewer open it.</source>
        <translation>
            <numerusform>%Ln span written to %1; ui.perfetto.dev and vizviewer open it.</numerusform>
            <numerusform>%Ln spans written to %1; ui.perfetto.dev and vizviewer open it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TransferForm</name>
    <message numerus="yes">
        <source>Found: %1 of %n task(s) of this template.</source>
        <translation>
            <numerusform>Found: %1 of %n task of this template.</numerusform>
            <numerusform>Found: %1 of %n tasks of this template.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 record(s)</source>
        <translation>
            <numerusform>%1 record</numerusform>
            <numerusform>%1 records</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TrialTable</name>
    <message numerus="yes">
        <source>%n line(s) copied.</source>
        <translation>
            <numerusform>%n line copied.</numerusform>
            <numerusform>%n lines copied.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>knobscope::TrialsView</name>
    <message numerus="yes">
        <source>%Ln trial(s)</source>
        <translation>
            <numerusform>%Ln trial</numerusform>
            <numerusform>%Ln trials</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln trial(s) written to %1.</source>
        <translation>
            <numerusform>%Ln trial written to %1.</numerusform>
            <numerusform>%Ln trials written to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%L1 of %L2 trial(s)</source>
        <translation>
            <numerusform>%L1 of %L2 trial</numerusform>
            <numerusform>%L1 of %L2 trials</numerusform>
        </translation>
    </message>
</context>
</TS>
