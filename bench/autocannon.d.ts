declare module 'autocannon' {
  type Result = {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
    statusCodeStats?: Record<string, { count: number }>
  }
  export default function autocannon(options: { url: string; connections: number; duration: number }): Promise<Result>
}
