import { serveTasks } from './serve-tasks.ts'
import { MEDIA_TASKS } from './tasks.ts'

serveTasks(MEDIA_TASKS)
