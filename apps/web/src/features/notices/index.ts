/** What other features may import of `notices`. */
export { NoticeBoard } from './NoticeBoard.tsx'
export { NoticeLine } from './NoticeLine.tsx'
export { NoticeBar } from './NoticeBar.tsx'
