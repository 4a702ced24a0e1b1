//! The message templates of the checkers family.

use crate::messages;

messages! { "checkers":
    NOT_A_MOVE = "not-a-move": "{typed} isn't a move. A step looks like 11-15, a jump like 22x15.";
    DID_YOU_MEAN = "did-you-mean": "{typed} isn't a move. Did you mean {moves}?";
    ONLY_A_SQUARE = "only-a-square": "{typed} is only a square. A move names where it starts and where it goes.";
    TOO_LONG = "too-long": "That's more than twelve jumps, and your opponent never has more than twelve checkers.";
    NO_SUCH_SQUARE = "no-such-square": "There's no square {typed}: the dark squares are numbered 1 to 32.";
    EMPTY_SQUARE = "empty-square": "There's no checker on {from}.";
    WRONG_SIDE = "wrong-side": "The checker on {from} isn't yours: you're {mover}.";
    SAME_SQUARE = "same-square": "That leaves the checker on {from} where it is. A step goes to another square.";
    TOO_FAR = "too-far": "From {from} to {to} is too far: a step goes to a neighbouring square.";
    IS_A_JUMP = "is-a-jump": "From {from} to {to} is a jump, so it's written {moves}.";
    NOT_DIAGONAL = "not-diagonal": "Checkers only go diagonally, and {to} isn't on a diagonal from {from}.";
    BACKWARDS = "backwards": "Your man on {from} only goes forward, and {to} is behind it. Only a king goes back.";
    TAKEN_BY_OWN = "taken-by-own": "Your own checker is on {to}. A step goes to an empty square.";
    TAKEN_BY_ENEMY = "taken-by-enemy": "Your opponent's checker is on {to}, so you can't step there.";
    JUMP_IT = "jump-it": "Your opponent's checker is on {to}. You can't step there, but you can jump it: {moves}.";
    BLOCKED = "blocked": "Your checker on {from} is blocked: {to} is taken, and it can't go anywhere else.";
    MUST_JUMP = "must-jump": "You have to jump with {jumpers}: {moves}.";
    ONE_MUST_JUMP = "one-must-jump": "You have to jump with one of your checkers on {jumpers}: {moves}.";
    COMPELLED = "compelled": "Your move was taken back, so now you have to jump: {moves}.";
    MUST_GO_ON = "must-go-on": "From {to} your checker can keep jumping, so it has to: {moves}.";
    CROWNED_MUST_GO_ON = "crowned-must-go-on": "Your man is crowned on {to} and can keep jumping as a king, so it has to: {moves}.";
    NOTHING_THERE = "nothing-there": "There's nothing on {over} to jump.";
    OWN_CHECKER = "own-checker": "The checker on {over} is your own. You can only jump your opponent's.";
    TAKEN_ALREADY = "taken-already": "You've already jumped the checker on {over}, and you can't jump it twice.";
    LANDING_TAKEN = "landing-taken": "You can't jump the checker on {over}, because {to} behind it is taken.";
    JUMPS_FORWARD = "jumps-forward": "From {from} your man only jumps forward, and {to} is behind it. Only a king jumps back.";
    IS_A_STEP = "is-a-step": "From {from} to {to} is a step, so it's written {moves}.";
    NO_JUMP_BETWEEN = "no-jump-between": "From {from} to {to} isn't a jump: a jump goes two squares along a diagonal, over one of your opponent's checkers.";
    NO_WAY = "no-way": "Your checker on {from} can't jump to {to}; it can play {moves}.";
    ANOTHER_WAY = "another-way": "Your checker on {from} can't get to {to} that way; it can play {moves}.";
    CANNOT_JUMP = "cannot-jump": "Your checker on {from} has nothing to jump.";
    MUST_STOP = "must-stop": "Your man is crowned on {to}, and its turn ends there.";
    AMBIGUOUS = "ambiguous": "More than one jump fits that. Name every square it lands on: {moves}.";
    MAY_NOT_PASS = "may-not-pass": "You can move, so you can't pass.";
    NO_PASSING = "no-passing": "You can't pass in this game: a player who can't move has lost.";
    MUST_PASS = "must-pass": "None of your checkers can move, so you have to pass.";
    NO_REMEDY = "no-remedy": "There's nothing to decide now: compel, huff and stand only come right after a move that missed a jump or stopped one early.";
    REMEDY_DUE = "remedy-due": "{offender} missed a jump. Decide about that before you move: {moves}.";
    REMEDY_DUE_STOPPED = "remedy-due-stopped": "{offender} stopped a jump early. Decide about that before you move: {moves}.";
    NOT_AN_ANSWER = "not-an-answer": "{typed} doesn't answer a missed jump: you can play {moves}.";
    WHOM_TO_HUFF = "whom-to-huff": "Say which checker you huff: {moves}.";
    NOT_A_CULPRIT = "not-a-culprit": "The checker on {from} had no jump to miss; you can play {moves}.";
    NOT_THE_JUMPER = "not-the-jumper": "The checker on {from} didn't stop a jump early; you can play {moves}.";
    OWN_NO_CULPRIT = "own-no-culprit": "The checker on {from} is your own. You can only huff one of your opponent's that should have jumped; you can play {moves}.";
    NO_CULPRIT_THERE = "no-culprit-there": "There's no checker on {from} now; you can play {moves}.";

    STEPS = "steps": "Your checker steps from {from} to {to}.";
    STEPS_AND_CROWNED = "steps-and-crowned": "Your man steps from {from} to {to} and becomes a king.";
    JUMPS = "jumps": "Your checker jumps from {from} to {to} and captures {captured}.";
    JUMPS_AND_CROWNED = "jumps-and-crowned": "Your man jumps from {from} to {to}, captures {captured} and becomes a king.";
    OFFENDS = "offends": "You can play that, but you'd miss a jump: your opponent may make you take it back and jump, huff your checker on {culprits}, or let it stand.";
    OFFENDS_SEVERAL = "offends-several": "You can play that, but you'd miss a jump: your opponent may make you take it back and jump, huff one of your checkers on {culprits}, or let it stand.";
    OFFENDS_STOPPING = "offends-stopping": "You can play that, but from {to} your checker can keep jumping: your opponent may make you take it back and finish a jump, huff your checker on {to}, or let it stand.";
    PASSES = "passes": "None of your checkers can move, so you pass.";
    COMPELS = "compels": "The move is taken back, and {offender} has to jump.";
    HUFFS = "huffs": "The checker on {from} should have jumped, so you take it off. Then you move.";
    HUFFS_STOPPED = "huffs-stopped": "The checker on {from} should have kept jumping, so you take it off. Then you move.";
    HUFFS_THE_LAST = "huffs-the-last": "You take the checker on {from} off. It was {offender}'s last, so you win.";
    STANDS = "stands": "The move stays as it is, and you move.";

    CAPTURED_ALL = "captured-all": "The game is over: {loser} has no checkers left, so {winner} wins.";
    NO_MOVE = "no-move": "The game is over: {loser} can't move, so {winner} wins.";
    NEITHER_CAN_MOVE = "neither-can-move": "The game is over: neither side can move, so it's a draw.";
    REPETITION = "repetition": "The game is over: this position has come up for the third time, so it's a draw.";
    NO_PROGRESS = "no-progress": "The game is over: for {turns} turns in a row nobody jumped or moved a man, so it's a draw.";
    NO_PROGRESS_NO_HUFF = "no-progress-no-huff": "The game is over: for {turns} turns in a row nobody jumped, huffed or moved a man, so it's a draw.";
}
