package net

// activeKernel is the kernel of this processor.
var activeKernel = selectKernel()

// apply computes the layer: out = act(bias + res + in ∗ weights). res may have no data; it may be out itself.
func (l *layer) apply(in, res, out matrix, relu bool) {
	l.applyBias(l.packedBias, in, res, out, relu)
}

// applyBias is apply with another bias, whole groups long.
func (l *layer) applyBias(bias []float32, in, res, out matrix, relu bool) {
	for _, g := range l.groups {
		activeKernel.conv(pass{
			layer: l, channelGroup: g, bias: bias[g.channel:][:g.width], from: in, res: res,
			to: out, relu: relu,
		})
	}
}
