import { Skeleton, SkeletonRows, Spinner } from '../Skeleton.tsx'

export default function Skeletons() {
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <Skeleton width="40%" height="20px" />
      <SkeletonRows rows={4} />
      <Spinner />
    </div>
  )
}
