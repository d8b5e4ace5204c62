import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface FfmpegMeasures {
  lufs: number;
  truePeakDb: number;
  rmsDb: number;
}

/** What ffmpeg measures of a file by EBU R 128 and `astats`, over all channels. */
export async function measureByFfmpeg(path: string): Promise<FfmpegMeasures> {
  const filter = 'ebur128=peak=true,astats=measure_perchannel=none';
  const { stderr } = await run('ffmpeg', ['-nostdin', '-hide_banner', '-i', path, '-map', '0:a', '-af', filter, '-f', 'null', '-'], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const read = (text: string, pattern: RegExp): number => Number((pattern.exec(text)?.[1] ?? 'NaN').replace('inf', 'Infinity'));
  return {
    lufs: read(summary, /I:\s+(-?[\d.]+|-inf) LUFS/u),
    truePeakDb: read(summary, /Peak:\s+(-?[\d.]+|-inf) dBFS/u),
    rmsDb: read(stderr, /RMS level dB: (-?[\d.]+|-inf)/u),
  };
}

export interface Probed {
  format: { format_name: string; duration: string; tags?: Record<string, string> };
  streams: {
    codec_name: string;
    codec_type: string;
    sample_rate?: string;
    channels?: number;
    bit_rate?: string;
    tags?: Record<string, string>;
  }[];
  chapters: { start_time: string; end_time: string; tags?: { title?: string } }[];
}

/** What ffprobe says of a file. */
export async function probeFile(path: string): Promise<Probed> {
  const args = ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters', path];
  const { stdout } = await run('ffprobe', args);
  return JSON.parse(stdout) as Probed;
}
