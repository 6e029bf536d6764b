-- What it costs to take the pairs of a row again: the planner rather asks their index, also among few rows.
-- oldest code that works with this: 20
alter function letter_pairs(text) cost 50;
