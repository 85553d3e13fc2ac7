package queue

// heap is a binary heap; less says which of two items comes out first.
type heap[T any] struct {
	items []T
	less  func(a, b T) bool
}

func newHeap[T any](less func(a, b T) bool) *heap[T] { return &heap[T]{less: less} }

func (h *heap[T]) len() int { return len(h.items) }

// peek returns the first item; there must be one.
func (h *heap[T]) peek() T { return h.items[0] }

func (h *heap[T]) push(item T) {
	h.items = append(h.items, item)
	h.up(h.len() - 1)
}

// pop removes the first item; there must be one.
func (h *heap[T]) pop() T {
	var zero T
	first, last := h.items[0], h.len()-1
	h.items[0], h.items[last] = h.items[last], zero
	h.items = h.items[:last]
	h.down(0)
	return first
}

func (h *heap[T]) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !h.less(h.items[i], h.items[parent]) {
			return
		}
		h.swap(i, parent)
		i = parent
	}
}

func (h *heap[T]) down(i int) {
	for {
		child := 2*i + 1
		if child >= h.len() {
			return
		}
		if right := child + 1; right < h.len() && h.less(h.items[right], h.items[child]) {
			child = right
		}
		if !h.less(h.items[child], h.items[i]) {
			return
		}
		h.swap(i, child)
		i = child
	}
}

func (h *heap[T]) swap(i, j int) { h.items[i], h.items[j] = h.items[j], h.items[i] }
