/** Whether an event belongs to something that other scripts have put above the open modals. */
export const isOfForeign = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[data-x-above]') !== null
