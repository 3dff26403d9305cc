package face

// An Emotion is what the face shows, by the name that the configuration, the phrases and the pages use.
type Emotion string

// Neutral is the emotion of a calm face. All others are known by their names alone.
const Neutral Emotion = "neutral"

// An Attitude is how the robot behaves towards the visitor.
type Attitude string

// The attitudes.
const (
	Positive Attitude = "positive" // sympathises, and is glad of the visitor's good play
	Negative Attitude = "negative" // is a rival; a play, never unkind
)

// An emotionEntry is all there is to an emotion.
type emotionEntry struct {
	name Emotion
	felt map[Attitude][]Situation // when the face shows it, unless the configuration says otherwise
	eyes eyePair
	pose pose
}

// emotions is the one table of emotions, neutral first: those of Ekman and Friesen that the robot can
// show. One entry is all that a new emotion needs; make docs then draws it and writes it into the
// documents. A situation that no entry names leaves the face neutral.
//
// The robot is a good host when it is positive: it shares the visitor's luck, and mourns with them
// rather than scold. A broken rule surprises it, and only when that goes on it is cross. When it is
// negative, it is a stage villain: it gloats, sulks and frowns. Both keep what the robot's source says: a
// capture makes it happy, a broken rule angry, and a jump of the win estimate surprises or frightens it.
var emotions = []emotionEntry{
	{
		name: Neutral,
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"........",
				".######.",
				"########",
				"########",
				"########",
				"########",
				".######.",
				"........"),
			restX: 3, restY: 3, up: 1, down: 1, lid: 4, closed: 5,
		}),
	},
	{
		name: "happy",
		felt: map[Attitude][]Situation{
			Positive: {whenGreeting, whenCaptured, whenBereft, whenVisitorGood, whenWon, whenLost, whenDrawn},
			Negative: {whenAhead, whenCaptured, whenVisitorBad, whenWon},
		},
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"........",
				"..####..",
				".######.",
				"########",
				"########",
				"###..###",
				"##....##",
				"........"),
			restX: 3, restY: 3, up: 0, down: 1, lid: 4, closed: 5,
		}),
		pose: pose{browLeft: 8, browRight: 8, tilt: -3},
	},
	{
		name: "sad",
		felt: map[Attitude][]Situation{
			Positive: {whenFault, whenVisitorBad},
			Negative: {whenFault, whenLost},
		},
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"......##",
				"....####",
				"..######",
				"########",
				"########",
				"########",
				".######.",
				"..####.."),
			restX: 3, restY: 4, up: 1, down: 1, lid: 5, closed: 6,
		}),
		pose: pose{browLeft: 24, browRight: 24, tilt: 10},
	},
	{
		name: "angry",
		felt: map[Attitude][]Situation{
			Positive: {whenRuleBrokenAgain},
			Negative: {whenBehind, whenBereft, whenRuleBroken, whenRuleBrokenAgain},
		},
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"##......",
				"####....",
				"######..",
				"########",
				"########",
				"########",
				".######.",
				"..####.."),
			restX: 4, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
		}),
		pose: pose{browLeft: -26, browRight: -26, tilt: 6},
	},
	{
		name: "surprised",
		felt: map[Attitude][]Situation{
			Positive: {whenJumpUp, whenJumpDown, whenRuleBroken},
			Negative: {whenJumpUp, whenJumpDown},
		},
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"..####..",
				".######.",
				"########",
				"########",
				"########",
				"########",
				".######.",
				"..####.."),
			restX: 3, restY: 3, up: 1, down: 2, lid: 4, closed: 5,
		}),
		pose: pose{browLeft: 15, browRight: 15, tilt: -8},
	},
	{
		name: "afraid",
		felt: map[Attitude][]Situation{Positive: {whenDive}, Negative: {whenDive}},
		eyes: mirrorEye(eyeShape{
			rows: drawRows(
				"..####..",
				".#....#.",
				"#......#",
				"#......#",
				"#......#",
				"#......#",
				".#....#.",
				"..####.."),
			hollow: true, restX: 3, restY: 3, up: 1, down: 2, lid: 4, closed: 5,
		}),
		pose: pose{browLeft: 26, browRight: 26, pan: -6, tilt: -10}, // draws the head back
	},
	{
		name: "disgusted",
		felt: map[Attitude][]Situation{Negative: {whenVisitorGood, whenDrawn}},
		eyes: eyePair{
			left: eyeShape{
				rows: drawRows(
					"........",
					"........",
					"........",
					"########",
					"########",
					"########",
					".######.",
					"........"),
				restX: 2, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
			},
			right: eyeShape{
				rows: drawRows(
					"........",
					"........",
					"........",
					"########",
					"########",
					"..######",
					"........",
					"........"),
				restX: 2, restY: 4, up: 0, down: 1, lid: 5, closed: 6,
			},
		},
		pose: pose{browLeft: -20, browRight: 10, pan: 14, tilt: -5}, // turns the head away
	},
}

// Emotions returns the names of all emotions, neutral first.
func Emotions() []Emotion {
	names := make([]Emotion, len(emotions))
	for i, e := range emotions {
		names[i] = e.name
	}
	return names
}

// entryOf returns the entry of an emotion; a name that is not in the table counts as neutral.
func entryOf(name Emotion) *emotionEntry {
	for i := range emotions {
		if emotions[i].name == name {
			return &emotions[i]
		}
	}
	return &emotions[0]
}

// A moodTable says which emotion the face shows in each situation.
type moodTable = map[Situation]Emotion

// defaultMoods returns the table of an attitude as the emotions have it.
func defaultMoods(a Attitude) moodTable {
	table := moodTable{}
	for _, s := range situations {
		table[s.name] = Neutral
	}
	for _, e := range emotions {
		for _, s := range e.felt[a] {
			table[s] = e.name
		}
	}
	return table
}
