package robot

// Patient is a journal's file as the store makes it.
func Patient(open func() (JournalFile, error)) JournalFile { return &patientFile{open: open} }
