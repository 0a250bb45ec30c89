//! Lists that cross the boundary, without allocation where they are short.

use crate::raw::Status;
use crate::session::{Session, Wrap};
use core::fmt;
use core::mem::MaybeUninit;

const INLINE: usize = 8;

/// A list that came from the host in one call.
pub struct Batch<'s, T: Wrap<'s>> {
    session: Session<'s>,
    len: usize,
    inline: [MaybeUninit<T::Raw>; INLINE],
    /// In use where `len` is larger than the inline part.
    heap: Vec<T::Raw>,
}

impl<'s, T: Wrap<'s>> Batch<'s, T> {
    /// Calls a batch function until the buffer is large enough.
    #[inline]
    pub(crate) fn collect(
        session: Session<'s>,
        mut call: impl FnMut(*mut T::Raw, usize, *mut usize) -> Status,
    ) -> (Self, Status) {
        let mut batch = Batch { session, len: 0, inline: [const { MaybeUninit::uninit() }; INLINE], heap: Vec::new() };
        let mut count = 0;
        let mut status = call(batch.inline.as_mut_ptr().cast(), INLINE, &raw mut count);
        while status == Status::OK && count > INLINE.max(batch.heap.capacity()) {
            batch.heap.reserve_exact(count);
            let capacity = batch.heap.capacity();
            status = call(batch.heap.as_mut_ptr(), capacity, &raw mut count);
        }
        if status == Status::OK {
            batch.len = count;
            if count > INLINE {
                // SAFETY: the host wrote the first `count` elements.
                unsafe { batch.heap.set_len(count) };
            }
        }
        (batch, status)
    }

    /// Copies a list of the host.
    ///
    /// # Safety
    /// `pointer` has `count` elements.
    pub(crate) unsafe fn from_list(session: Session<'s>, pointer: *const T::Raw, count: usize) -> Self {
        let mut batch =
            Batch { session, len: count, inline: [const { MaybeUninit::uninit() }; INLINE], heap: Vec::new() };
        if count > INLINE {
            // SAFETY: by the contract of this function.
            batch.heap.extend_from_slice(unsafe { core::slice::from_raw_parts(pointer, count) });
        } else if count > 0 {
            // SAFETY: the same, and the inline part has room.
            unsafe { core::ptr::copy_nonoverlapping(pointer, batch.inline.as_mut_ptr().cast(), count) };
        }
        batch
    }

    /// How many elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub(crate) fn raw(&self) -> &[T::Raw] {
        if self.len > INLINE {
            &self.heap
        } else {
            // SAFETY: the host wrote the first `len` elements.
            unsafe { core::slice::from_raw_parts(self.inline.as_ptr().cast(), self.len) }
        }
    }

    /// An element.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.raw().get(index).map(|raw| T::wrap(*raw, self.session))
    }

    /// The first element.
    pub fn first(&self) -> Option<T> {
        self.get(0)
    }

    /// The last element.
    pub fn last(&self) -> Option<T> {
        self.get(self.len.wrapping_sub(1))
    }

    /// The only element, if there is exactly one.
    pub fn single(&self) -> Option<T> {
        if self.len == 1 { self.get(0) } else { None }
    }

    /// The elements.
    #[inline]
    pub fn iter(&self) -> Iter<'_, 's, T> {
        Iter { raw: self.raw().iter(), session: self.session }
    }

    /// The elements as a vector.
    pub fn to_vec(&self) -> Vec<T> {
        self.iter().collect()
    }
}

impl<'s, T: Wrap<'s> + fmt::Debug> fmt::Debug for Batch<'s, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'s, T: Wrap<'s> + PartialEq> PartialEq for Batch<'s, T> {
    fn eq(&self, other: &Self) -> bool {
        self.len == other.len && self.iter().eq(other.iter())
    }
}

impl<'s, T: Wrap<'s> + PartialEq> PartialEq<[T]> for Batch<'s, T> {
    fn eq(&self, other: &[T]) -> bool {
        self.len == other.len() && self.iter().eq(other.iter().copied())
    }
}

/// The elements of a [`Batch`].
pub struct Iter<'a, 's, T: Wrap<'s>> {
    raw: core::slice::Iter<'a, T::Raw>,
    session: Session<'s>,
}

impl<'s, T: Wrap<'s>> Iterator for Iter<'_, 's, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        self.raw.next().map(|raw| T::wrap(*raw, self.session))
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.raw.size_hint()
    }
}

impl<'s, T: Wrap<'s>> DoubleEndedIterator for Iter<'_, 's, T> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.raw.next_back().map(|raw| T::wrap(*raw, self.session))
    }
}

impl<'s, T: Wrap<'s>> ExactSizeIterator for Iter<'_, 's, T> {}

impl<'a, 's, T: Wrap<'s>> IntoIterator for &'a Batch<'s, T> {
    type Item = T;
    type IntoIter = Iter<'a, 's, T>;
    fn into_iter(self) -> Iter<'a, 's, T> {
        self.iter()
    }
}

/// The elements of a [`Batch`] that is gone.
pub struct IntoIter<'s, T: Wrap<'s>> {
    batch: Batch<'s, T>,
    at: usize,
}

impl<'s, T: Wrap<'s>> Iterator for IntoIter<'s, T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        let item = self.batch.get(self.at);
        self.at += 1;
        item
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.batch.len.saturating_sub(self.at);
        (left, Some(left))
    }
}

impl<'s, T: Wrap<'s>> ExactSizeIterator for IntoIter<'s, T> {}

impl<'s, T: Wrap<'s>> IntoIterator for Batch<'s, T> {
    type Item = T;
    type IntoIter = IntoIter<'s, T>;
    fn into_iter(self) -> IntoIter<'s, T> {
        IntoIter { batch: self, at: 0 }
    }
}

/// Raw forms of arguments for the duration of a call.
pub(crate) struct RawList<T: Copy> {
    len: usize,
    inline: [MaybeUninit<T>; INLINE],
    heap: Vec<T>,
}

impl<T: Copy> RawList<T> {
    #[inline]
    pub(crate) fn new(items: impl ExactSizeIterator<Item = T>) -> Self {
        let mut list =
            RawList { len: items.len(), inline: [const { MaybeUninit::uninit() }; INLINE], heap: Vec::new() };
        if list.len > INLINE {
            list.heap = items.collect();
            list.len = list.heap.len();
        } else {
            let mut len = 0;
            for (slot, item) in list.inline.iter_mut().zip(items) {
                slot.write(item);
                len += 1;
            }
            list.len = len;
        }
        list
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *const T {
        if self.heap.is_empty() { self.inline.as_ptr().cast() } else { self.heap.as_ptr() }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session() -> Session<'static> {
        // SAFETY: no function of the host is called with it.
        unsafe { Session::new(core::ptr::null_mut()) }
    }

    #[test]
    fn a_batch_asks_again_until_its_buffer_is_large_enough() {
        for size in [0usize, 1, 8, 9, 100] {
            let mut calls = 0;
            let (batch, status) = Batch::<u64>::collect(session(), |buffer, capacity, count| {
                calls += 1;
                for i in 0..size.min(capacity) {
                    // SAFETY: within the capacity.
                    unsafe { buffer.add(i).write(i as u64) };
                }
                // SAFETY: `count` is valid.
                unsafe { *count = size };
                Status::OK
            });
            assert_eq!(status, Status::OK);
            assert_eq!(calls, if size > INLINE { 2 } else { 1 });
            assert!(batch.iter().eq(0..size as u64));
            assert!(batch.iter().rev().eq((0..size as u64).rev()));
            assert_eq!(batch.last(), size.checked_sub(1).map(|n| n as u64));
            assert_eq!(batch.into_iter().count(), size);
        }
    }

    #[test]
    fn a_failed_batch_is_empty() {
        let (batch, status) = Batch::<u64>::collect(session(), |_, _, count| {
            // SAFETY: `count` is valid.
            unsafe { *count = 5 };
            Status::STALE_HANDLE
        });
        assert_eq!((batch.len(), status), (0, Status::STALE_HANDLE));
    }

    #[test]
    fn short_and_long_arguments() {
        for size in [0u32, 8, 9] {
            let list = RawList::new((0..size).collect::<Vec<_>>().into_iter());
            // SAFETY: the list has so many elements.
            assert!(unsafe { core::slice::from_raw_parts(list.as_ptr(), list.len()) }.iter().copied().eq(0..size));
        }
    }
}
