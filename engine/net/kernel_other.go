//go:build !amd64

package net

func selectKernel() kernel { return genericKernel }
