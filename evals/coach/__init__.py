"""Does the coach keep its rules, over scripted conversations with people who write as people do."""
