//! The exact value of tic-tac-toe and of Tic-Tac-Toe On A Checkerboard.
