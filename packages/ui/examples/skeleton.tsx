import { Skeleton, SkeletonRows, Spinner } from '@x/ui/skeleton'

export function Loading({ part }: { readonly part: 'price' | 'orders' | 'chart' }) {
  if (part === 'price') return <Skeleton width="8ch" height="1.2em" />
  if (part === 'orders') return <SkeletonRows rows={4} columns={['40%', '20%']} />
  return <Spinner size={24} label="Loading the chart" />
}
