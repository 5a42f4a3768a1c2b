//! The chain of operations that stands, worked out of the log (model page, "Orders and operations").
//!
//! A `do` has as its parent the `do` on whose state it stands; an undo, redo or restore has the `do` to whose state it
//! returned. So the state after any operation is that of one `do` and of all that it stands on.
//!
//! A group may begin by a restore: a correction, which returns to before what was wrong. To go back by such a group is to
//! return to what stood before it, the restore taken back as well.

use super::record::OperationKind;

/// What of an operation makes the chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OperationLink {
    /// Its number.
    pub(crate) number: u64,
    /// Its parent.
    pub(crate) parent: Option<u64>,
    /// Its kind.
    pub(crate) kind: OperationKind,
    /// Its group.
    pub(crate) group: Option<u64>,
}

impl OperationLink {
    /// The `do` whose state is the campaign's after this operation.
    pub(crate) fn head(&self) -> u64 {
        match (self.kind, self.parent) {
            (OperationKind::Do, _) | (_, None) => self.number,
            (_, Some(parent)) => parent,
        }
    }
}

/// Every operation of the log, by number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OperationChain {
    links: Vec<OperationLink>,
}

impl OperationChain {
    /// From the operations of the log, by number.
    pub(crate) fn new(links: Vec<OperationLink>) -> Self {
        Self { links }
    }

    fn link(&self, number: u64) -> Option<&OperationLink> {
        self.links.binary_search_by_key(&number, |link| link.number).ok().map(|index| &self.links[index])
    }

    /// The number of the last operation; 0 without any.
    pub(crate) fn last(&self) -> u64 {
        self.links.last().map_or(0, |link| link.number)
    }

    /// The `do` whose state is the present.
    pub(crate) fn head(&self) -> u64 {
        self.links.last().map_or(0, OperationLink::head)
    }

    /// The `do` whose state was the present after this operation.
    pub(crate) fn head_after(&self, number: u64) -> Option<u64> {
        self.link(number).map(OperationLink::head)
    }

    /// The operations on which this one stands, itself included, the first first.
    pub(crate) fn up_to(&self, head: u64) -> Vec<u64> {
        let mut found = Vec::new();
        let mut next = self.link(head);
        while let Some(link) = next {
            found.push(link.number);
            // In a damaged log a parent might be a later one: never go round.
            next = link.parent.filter(|parent| *parent < link.number).and_then(|parent| self.link(parent));
        }
        found.reverse();
        found
    }

    /// The operations that stand, the first first.
    pub(crate) fn standing(&self) -> Vec<u64> {
        self.up_to(self.head())
    }

    /// The head after a step back; none where only the import stands.
    pub(crate) fn one_back(&self, one_line: bool) -> Option<u64> {
        let mut link = self.link(self.head())?;
        let group = link.group;
        loop {
            let before = self.before(link, one_line)?;
            let same_group = group.is_some() && before.group == group && before.parent.is_some();
            if one_line || !same_group {
                return Some(before.number);
            }
            link = before;
        }
    }

    /// The `do` whose state was the present before this one, and before the restore of its group by which it was reached.
    fn before(&self, link: &OperationLink, one_line: bool) -> Option<&OperationLink> {
        let parent = self.link(link.parent?)?;
        let last = self.link(link.number - 1).filter(|_| !one_line);
        let restored = last
            .filter(|last| last.kind == OperationKind::Restore && link.group.is_some_and(|_| last.group == link.group));
        let Some(restore) = restored else { return Some(parent) };
        self.link(self.link(restore.number.checked_sub(1)?)?.head())
    }

    /// The head after a step forward again; none where nothing was undone since something new was done.
    pub(crate) fn one_forward(&self) -> Option<u64> {
        let mut head = 0;
        let mut undone = Vec::new();
        for link in &self.links {
            match link.kind {
                OperationKind::Undo => undone.push(head),
                OperationKind::Redo => drop(undone.pop()),
                OperationKind::Do | OperationKind::Restore => undone.clear(),
            }
            head = link.head();
        }
        undone.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use OperationKind::{Do, Redo, Restore, Undo};

    fn log(rows: &[(OperationKind, u64, Option<u64>)]) -> OperationChain {
        let link = |(i, (kind, parent, group)): (usize, &(OperationKind, u64, Option<u64>))| OperationLink {
            number: i as u64 + 1,
            parent: Some(*parent).filter(|p| *p > 0),
            kind: *kind,
            group: *group,
        };
        OperationChain::new(rows.iter().enumerate().map(link).collect())
    }

    #[test]
    fn undo_goes_back_by_one_and_by_whole_groups() {
        let chain = log(&[(Do, 0, None), (Do, 1, None), (Do, 2, Some(3)), (Do, 3, Some(3))]);
        assert_eq!(chain.one_back(false), Some(2));
        assert_eq!(chain.one_back(true), Some(3));
        assert_eq!(log(&[(Do, 0, None)]).one_back(false), None);
    }

    #[test]
    fn a_group_ends_where_another_operation_stands_between() {
        let chain = log(&[(Do, 0, None), (Do, 1, Some(2)), (Do, 2, None), (Do, 3, Some(2))]);
        assert_eq!(chain.one_back(false), Some(3));
    }

    #[test]
    fn undo_of_a_group_that_began_by_a_restore_returns_to_what_stood_before_it() {
        // 2, 3 and 4 stood; a correction went back to 2 and did two operations anew.
        let rows = [(Do, 0, None), (Do, 1, None), (Do, 2, None), (Do, 3, None)];
        let anew = [(Restore, 2, Some(5)), (Do, 2, Some(5)), (Do, 6, Some(5))];
        let chain = log(&[&rows[..], &anew].concat());
        assert_eq!(chain.standing(), [1, 2, 6, 7]);
        assert_eq!((chain.one_back(false), chain.one_back(true)), (Some(4), Some(6)));
        let undone = log(&[&rows[..], &anew, &[(Undo, 4, None)]].concat());
        assert_eq!((undone.standing(), undone.one_forward()), (vec![1, 2, 3, 4], Some(7)));
        // A restore of its own is no part of what was done after it.
        let apart = log(&[&rows[..], &[(Restore, 2, None), (Do, 2, None)]].concat());
        assert_eq!(apart.one_back(false), Some(2));
    }

    #[test]
    fn a_correction_of_a_correction_is_taken_back_alone() {
        let rows = [(Do, 0, None), (Do, 1, None), (Do, 2, None), (Restore, 1, Some(4)), (Do, 1, Some(4))];
        let more = [(Do, 5, Some(4)), (Restore, 5, Some(7)), (Do, 5, Some(7))];
        let chain = log(&[&rows[..], &more].concat());
        assert_eq!((chain.standing(), chain.one_back(false)), (vec![1, 5, 8], Some(6)));
        let undone = log(&[&rows[..], &more, &[(Undo, 6, None)]].concat());
        assert_eq!(undone.one_back(false), Some(3), "then the first correction goes");
    }

    #[test]
    fn redo_goes_forward_as_often_as_undo_went_back() {
        let mut rows = vec![(Do, 0, None), (Do, 1, None), (Do, 2, None), (Undo, 2, None), (Undo, 1, None)];
        assert_eq!(log(&rows).one_forward(), Some(2));
        rows.push((Redo, 2, None));
        assert_eq!(log(&rows).one_forward(), Some(3));
        rows.push((Redo, 3, None));
        assert_eq!(log(&rows).one_forward(), None);
        assert_eq!(log(&rows).standing(), vec![1, 2, 3]);
    }

    #[test]
    fn something_new_ends_redo_and_restore_returns_to_the_chain_before() {
        let rows = [(Do, 0, None), (Do, 1, None), (Undo, 1, None), (Do, 1, None), (Restore, 2, None)];
        assert_eq!(log(&rows[..3]).one_forward(), Some(2));
        assert_eq!(log(&rows[..4]).one_forward(), None);
        let restored = log(&rows);
        assert_eq!((restored.head(), restored.standing()), (2, vec![1, 2]));
        assert_eq!(restored.head_after(3), Some(1));
    }
}
