export {
  buildTree,
  type Liability,
  type ReservesTree,
  type TreeOptions,
} from '../server/buildTree.ts'
export { hashLeaf, type RowTree, treeOf } from '../server/treeOf.ts'
export { type RandomBelow } from '../server/cutIntoPieces.ts'
export { type ProofPiece, type ProofSibling } from '../proof.ts'
export { isReservesError, ReservesError, type ReservesErrorCode } from '../ReservesError.ts'
