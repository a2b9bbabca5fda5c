import { workerData } from 'node:worker_threads'
import { createCluster } from './embedded-cluster.ts'

// A thread of its own, because making a database takes more memory than running one and gives it back only at the end.
await createCluster(workerData as string)
