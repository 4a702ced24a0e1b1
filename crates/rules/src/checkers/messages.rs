//! The message templates of the checkers family.

use crate::messages;

messages! { "checkers":
    NOT_A_MOVE = "not-a-move": "{typed} is not how a move is written here: a step looks like 11-15, a jump like 22x15.";
    DID_YOU_MEAN = "did-you-mean": "{typed} is not how a move is written here. Did you mean {moves}?";
    ONLY_A_SQUARE = "only-a-square": "{typed} is only a square: a move names where it begins and where it goes.";
    TOO_LONG = "too-long": "That is more than twelve jumps, and no enemy has more than twelve checkers to take.";
    NO_SUCH_SQUARE = "no-such-square": "There is no square {typed}: the dark squares have the numbers 1 to 32.";
    EMPTY_SQUARE = "empty-square": "There is no checker on {from}.";
    WRONG_SIDE = "wrong-side": "The checker on {from} is not yours to move: it is {mover}'s turn.";
    SAME_SQUARE = "same-square": "That leaves the checker on {from} where it is, and a step goes to another square.";
    TOO_FAR = "too-far": "From {from} to {to} is too far: a step goes to a neighbouring square.";
    IS_A_JUMP = "is-a-jump": "From {from} to {to} is a jump, so it is written {moves}.";
    NOT_DIAGONAL = "not-diagonal": "Checkers only go diagonally, and {to} is not on a diagonal from {from}.";
    BACKWARDS = "backwards": "Your man on {from} only goes forward, and {to} is behind it. Only a king goes back.";
    TAKEN_BY_OWN = "taken-by-own": "Your own checker is on {to}, and a step goes to an empty square.";
    TAKEN_BY_ENEMY = "taken-by-enemy": "An enemy checker is on {to}, and there is no stepping onto it.";
    JUMP_IT = "jump-it": "An enemy checker is on {to}, and there is no stepping onto it, but you can jump it: {moves}.";
    BLOCKED = "blocked": "Your checker on {from} is blocked: {to} is taken, and it can go nowhere else.";
    MUST_JUMP = "must-jump": "Your checker on {jumpers} can jump, so it must: {moves}.";
    ONE_MUST_JUMP = "one-must-jump": "Your checkers on {jumpers} can jump, so one of them must: {moves}.";
    COMPELLED = "compelled": "You were made to take your move back, so you must jump now: {moves}.";
    MUST_GO_ON = "must-go-on": "From {to} your checker can jump on, so it must: {moves}.";
    CROWNED_MUST_GO_ON = "crowned-must-go-on": "Your man is crowned on {to}, and as a king it can jump on, so it must: {moves}.";
    NOTHING_THERE = "nothing-there": "There is nothing on {over} to jump.";
    OWN_CHECKER = "own-checker": "The checker on {over} is your own, and only enemy checkers are jumped.";
    TAKEN_ALREADY = "taken-already": "The checker on {over} was taken earlier in this jump, so it cannot be jumped again.";
    LANDING_TAKEN = "landing-taken": "The checker on {over} cannot be jumped, because {to} behind it is taken.";
    JUMPS_FORWARD = "jumps-forward": "From {from} your man only jumps forward, and {to} is behind it. Only a king jumps back.";
    IS_A_STEP = "is-a-step": "From {from} to {to} is a step, so it is written {moves}.";
    NO_JUMP_BETWEEN = "no-jump-between": "From {from} to {to} is not a jump: a jump goes two squares along a diagonal, over an enemy checker.";
    NO_WAY = "no-way": "No jump of your checker on {from} ends on {to}; it can play {moves}.";
    ANOTHER_WAY = "another-way": "No jump of your checker on {from} goes to {to} that way; it can play {moves}.";
    CANNOT_JUMP = "cannot-jump": "Your checker on {from} has nothing to jump.";
    MUST_STOP = "must-stop": "Your man is crowned on {to}, and its turn ends there.";
    AMBIGUOUS = "ambiguous": "More than one jump fits that. Name every square that it lands on: {moves}.";
    MAY_NOT_PASS = "may-not-pass": "You can move, so you may not pass.";
    NO_PASSING = "no-passing": "There is no passing in this game: a player who cannot move has lost.";
    MUST_PASS = "must-pass": "None of your checkers can move, so all you can do is pass.";
    NO_REMEDY = "no-remedy": "There is nothing to answer now: compel, huff and stand only come right after a move that passed over a jump or stopped one early.";
    REMEDY_DUE = "remedy-due": "{offender} passed over a jump, so answer that before you move: {moves}.";
    REMEDY_DUE_STOPPED = "remedy-due-stopped": "{offender} stopped a jump early, so answer that before you move: {moves}.";
    NOT_AN_ANSWER = "not-an-answer": "{typed} is not how an offence is answered: you can play {moves}.";
    WHOM_TO_HUFF = "whom-to-huff": "A huff names the square of the checker that is taken off: {moves}.";
    NOT_A_CULPRIT = "not-a-culprit": "The checker on {from} had no jump to pass over; you can play {moves}.";
    NOT_THE_JUMPER = "not-the-jumper": "The checker on {from} did not stop a jump early; you can play {moves}.";
    OWN_NO_CULPRIT = "own-no-culprit": "The checker on {from} is your own, and only an enemy checker that should have jumped is huffed; you can play {moves}.";
    NO_CULPRIT_THERE = "no-culprit-there": "There is no checker on {from} now; you can play {moves}.";

    STEPS = "steps": "Your checker steps from {from} to {to}.";
    STEPS_AND_CROWNED = "steps-and-crowned": "Your man steps from {from} to {to} and becomes a king.";
    JUMPS = "jumps": "Your checker jumps from {from} to {to} and takes {captured}.";
    JUMPS_AND_CROWNED = "jumps-and-crowned": "Your man jumps from {from} to {to}, takes {captured} and becomes a king.";
    OFFENDS = "offends": "You can play that, but it passes over a jump: your opponent may compel you to take it back and jump, huff the checker on {culprits}, or let it stand.";
    OFFENDS_SEVERAL = "offends-several": "You can play that, but it passes over a jump: your opponent may compel you to take it back and jump, huff one of the checkers on {culprits}, or let it stand.";
    OFFENDS_STOPPING = "offends-stopping": "You can play that, but from {to} your checker can jump on: your opponent may compel you to take it back and make a complete jump, huff the checker on {to}, or let it stand.";
    PASSES = "passes": "None of your checkers can move, so you pass.";
    COMPELS = "compels": "The move is taken back, and {offender} must jump.";
    HUFFS = "huffs": "The checker on {from} should have jumped, so it is taken off. Then you move.";
    HUFFS_STOPPED = "huffs-stopped": "The checker on {from} should have jumped on, so it is taken off. Then you move.";
    HUFFS_THE_LAST = "huffs-the-last": "The checker on {from} is taken off, and as it is the last that {offender} has, you win.";
    STANDS = "stands": "The move stays as it is, and you move.";

    CAPTURED_ALL = "captured-all": "The game is over: {loser} has no checker left, so {winner} has won.";
    NO_MOVE = "no-move": "The game is over: {loser} cannot move, so {winner} has won.";
    NEITHER_CAN_MOVE = "neither-can-move": "The game is over: neither side can move, so it is a draw.";
    REPETITION = "repetition": "The game is over: this position has come up for the third time, so it is a draw.";
    NO_PROGRESS = "no-progress": "The game is over: for {turns} turns in a row nobody jumped or moved a man, so it is a draw.";
    NO_PROGRESS_NO_HUFF = "no-progress-no-huff": "The game is over: for {turns} turns in a row nobody jumped, huffed or moved a man, so it is a draw.";
}
