"""Events ready to be shown: tables, brackets, explanations, exports, feeds. Writes nothing."""
