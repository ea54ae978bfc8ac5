import { useState } from 'react'
import { Pagination } from '../Pagination.tsx'

export default function Pages() {
  const [pageSize, setPageSize] = useState(10)
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 12 }}>
      <Pagination total={500} defaultPage={25} pageSize={pageSize} onPageSizeChange={setPageSize} />
      <Pagination total={40} label="Fills" />
    </div>
  )
}
