import { configure } from '@testing-library/react'

// The default of one second fails correct tests on a busy machine.
configure({ asyncUtilTimeout: 180_000 })
