"""What people ask who have a watch, a cuff, scales, laboratory results and a journal."""
