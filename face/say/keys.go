package say

// The keys of all sentences and words.
const (
	// What board/hall finds on the board.
	FaultEmpty    Key = "fault_empty"
	FaultFull     Key = "fault_full"
	WhichMove     Key = "which_move"
	YourMove      Key = "your_move"
	YourMoveAgain Key = "your_move_again"
	CaptureGoesOn Key = "capture_goes_on"
	TakeOff       Key = "take_off"
	TakebackSeen  Key = "takeback_seen"
	NewGameOffer  Key = "new_game_offer"
	MustCapture   Key = "must_capture"
	PutBack       Key = "put_back"
	PutInMiddle   Key = "put_in_middle"
	PutBackMine   Key = "put_back_mine"
	TakeAway      Key = "take_away"
	MoveNotLegal  Key = "move_not_legal"
	MenGoForward  Key = "men_go_forward"

	// The turn.
	YourTurn       Key = "your_turn"
	YourTurnWhite  Key = "your_turn_white"
	YourTurnBlack  Key = "your_turn_black"
	Thinking       Key = "thinking"
	MyMove         Key = "my_move"
	MyCapture      Key = "my_capture"
	HoldStill      Key = "hold_still"
	HandsOff       Key = "hands_off"
	PressWhenReady Key = "press_when_ready"
	Hint           Key = "hint"
	TakebackOffer  Key = "takeback_offer"
	TakebackDone   Key = "takeback_done"

	// The robot asks for a hand.
	HelpPick   Key = "help_pick"
	HelpPlace  Key = "help_place"
	HelpRemove Key = "help_remove"
	TurnOver   Key = "turn_over"
	CrownYours Key = "crown_yours"
	TrayFull   Key = "tray_full"
	TidyTray   Key = "tidy_tray"

	// Setting up the board.
	SetUp          Key = "set_up"
	SetUpSquare    Key = "set_up_square"
	SetUpWhite     Key = "set_up_white"
	SetUpBlack     Key = "set_up_black"
	SetUpWhiteKing Key = "set_up_white_king"
	SetUpBlackKing Key = "set_up_black_king"
	SetUpWrong     Key = "set_up_wrong"
	BoardUpset     Key = "board_upset"
	NewGame        Key = "new_game"

	// The robot's own state.
	GettingReady   Key = "getting_ready"
	HomingFailed   Key = "homing_failed"
	LinkLost       Key = "link_lost"
	Stopped        Key = "stopped"
	StoppedVirtual Key = "stopped_virtual" // said on a screen that has a button for it
	StillThere     Key = "still_there"
	Resumed        Key = "resumed"
	EngineFault    Key = "engine_fault"
	ArmFault       Key = "arm_fault"
	WrongFirmware  Key = "wrong_firmware"
	SetupRefused   Key = "setup_refused"
	NotCalibrated  Key = "not_calibrated"
	IdleInvite     Key = "idle_invite"

	// The end of a game: in a win it is the visitor who has won.
	EndWinNoPieces     Key = "end_win_no_pieces"
	EndWinNoMoves      Key = "end_win_no_moves"
	EndWinResignation  Key = "end_win_resignation"
	EndLossNoPieces    Key = "end_loss_no_pieces"
	EndLossNoMoves     Key = "end_loss_no_moves"
	EndLossResignation Key = "end_loss_resignation"
	EndDrawRepetition  Key = "end_draw_repetition"
	EndDrawThreeKings  Key = "end_draw_three_kings"
	EndDrawKingsOnly   Key = "end_draw_kings_only"
	EndDrawBalance     Key = "end_draw_balance"
	EndDrawMainRoad    Key = "end_draw_main_road"
	EndDrawLoneKing    Key = "end_draw_lone_king"
	EndDrawAgreement   Key = "end_draw_agreement"
	EndAbandoned       Key = "end_abandoned"

	// Remarks on the game.

	// The words beside the win bar.
	BarEven          Key = "bar_even"
	BarRobotLittle   Key = "bar_robot_little"
	BarRobotMuch     Key = "bar_robot_much"
	BarVisitorLittle Key = "bar_visitor_little"
	BarVisitorMuch   Key = "bar_visitor_much"

	// Levels.

	// Languages, each by its own name.

	// The languages, by their codes.
	LangUk Key = "lang_uk"
	LangRu Key = "lang_ru"
	LangEn Key = "lang_en"

	// Words on the screen.
	UITitle      Key = "ui_title"
	UIPress      Key = "ui_press"
	UIButton     Key = "ui_button"
	UIStop       Key = "ui_stop"
	UIStopAll    Key = "ui_stop_all"
	UILanguage   Key = "ui_language"
	UITurnYours  Key = "ui_turn_yours"
	UITurnMine   Key = "ui_turn_mine"
	UIWhite      Key = "ui_white"
	UIBlack      Key = "ui_black"
	UIMan        Key = "ui_man"
	UIKing       Key = "ui_king"
	UIYou        Key = "ui_you"
	UIRobot      Key = "ui_robot"
	UIBoard      Key = "ui_board"
	UIFace       Key = "ui_face"
	UIArmSide    Key = "ui_arm_side"
	UINewGame    Key = "ui_new_game"
	UIResign     Key = "ui_resign"
	UIWinBar     Key = "ui_win_bar"
	UIDrag       Key = "ui_drag"
	UIVirtual    Key = "ui_virtual"
	UIConnecting Key = "ui_connecting"
	UIGameOver   Key = "ui_game_over"
	UIWon        Key = "ui_won"
	UILost       Key = "ui_lost"
	UIDrawn      Key = "ui_drawn"
	UIYes        Key = "ui_yes"
)
