declare module 'gltf-validator' {
  type Message = { code: string; message: string; severity: number; pointer?: string }
  type Report = { issues: { numErrors: number; messages: Message[] } }
  type Options = { maxIssues?: number; uri?: string; format?: 'glb' | 'gltf'; writeTimestamp?: boolean }
  export function validateBytes(data: Uint8Array, options?: Options): Promise<Report>
}
