import { VisuallyHidden } from '../VisuallyHidden.tsx'

export default function Hidden() {
  return (
    <p>
      24h change<VisuallyHidden>, up</VisuallyHidden> 2.31 %
    </p>
  )
}
