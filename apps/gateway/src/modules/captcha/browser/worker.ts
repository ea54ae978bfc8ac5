import { search, type Task } from './search.ts'

addEventListener('message', (event: MessageEvent<Task>) => {
  search(event.data, (tries) => postMessage({ tries })).then(
    (solution) => postMessage({ solution }),
    () => postMessage({ failed: true }),
  )
})
