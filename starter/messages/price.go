package messages

// Price is what a model costs, in dollars per million tokens.
type Price struct{ In, Out float64 }

// PriceOf looks a model up in the course's only price table; known is false
// for a model that is not in it.
//
// The figures are illustrative, as of 2026-11-29. Prices change: look at the
// provider's price page before you trust a cost. The simulator, sim-1, costs
// nothing; its row has the price of claude-opus-5-5, so that costs can be
// practised without a key.
func PriceOf(model string) (p Price, known bool) {
	p, known = map[string]Price{
		"claude-opus-5-5": {In: 4, Out: 20},
		"sim-1":           {In: 4, Out: 20},
	}[model]
	return p, known
}

// Cost estimates what a call cost, in dollars. All input counts at the input
// price, although a provider may charge less for reading its cache and more
// for writing it. For an unknown model known is false: show "?", not 0.
func Cost(model string, u Usage) (dollars float64, known bool) {
	p, known := PriceOf(model)
	return (float64(u.In())*p.In + float64(u.Out())*p.Out) / 1e6, known
}
