package robot

// chosen takes up what the visitor may choose in the middle of a game. It is a choice between words, which whoever
// handed the command over has checked; an old journal may hold others.
func (t *stepper) chosen() {
	switch t.e.Name {
	case CommandLevel:
		t.s.Settings.Level = t.e.Args[argLevel]
	case CommandLanguage:
		t.s.Settings.Lang = t.e.Args[argLang]
	case CommandAttitude:
		t.s.Settings.Attitude = t.e.Args[argAttitude]
		t.do(EffectAttitude)
	}
}
