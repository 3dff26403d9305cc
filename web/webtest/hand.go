package webtest

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// A Place is a point of the page, in its pixels.
type Place struct{ X, Y float64 }

// Spot finds a point of the table on the page: millimetres around the board's centre, to the right
// and towards the visitor.
func (b *Browser) Spot(x, y float64) Place {
	b.t.Helper()
	return Ask[Place](b, fmt.Sprintf(`(() => {
		const p = new DOMPoint(%g, %g).matrixTransform(document.querySelector("#board").getScreenCTM());
		return {X: p.x, Y: p.y};
	})()`, x, y))
}

// Middle finds the middle of the element that a selector names.
func (b *Browser) Middle(selector string) Place {
	b.t.Helper()
	return Ask[Place](b, fmt.Sprintf(`(() => {
		const r = document.querySelector(%q).getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, selector))
}

// Square finds the middle of a square.
func (b *Browser) Square(name string) Place {
	b.t.Helper()
	return b.Middle("[data-square=" + name + "]")
}

// Drag carries what lies at one point to another with the mouse, with a stop on the way as a hand
// makes.
func (b *Browser) Drag(from, to Place) {
	b.t.Helper()
	middle := Place{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	b.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		for _, step := range []struct {
			kind input.MouseType
			at   Place
		}{{input.MousePressed, from}, {input.MouseMoved, middle}, {input.MouseMoved, to}, {input.MouseReleased, to}} {
			mouse := input.DispatchMouseEvent(step.kind, step.at.X,
				step.at.Y).WithButton(input.Left).WithButtons(1).WithClickCount(1)
			if err := mouse.Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// DragTouching is Drag with a finger.
func (b *Browser) DragTouching(from, to Place) {
	b.t.Helper()
	middle := Place{(from.X + to.X) / 2, (from.Y + to.Y) / 2}
	at := func(p Place) []*input.TouchPoint { return []*input.TouchPoint{{X: p.X, Y: p.Y}} }
	b.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		for _, step := range []struct {
			kind   input.TouchType
			points []*input.TouchPoint
		}{
			{input.TouchStart, at(from)},
			{input.TouchMove, at(middle)},
			{input.TouchMove, at(to)},
			{input.TouchEnd, []*input.TouchPoint{}},
		} {
			if err := input.DispatchTouchEvent(step.kind, step.points).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}
