import { useEffect } from 'react';
import { firstVoice } from '#shared/catalogue/first-voice.ts';
import { updateProject, useProject } from '../../../core/project/project.ts';
import { useStudio } from '../../../core/studio/studio.ts';

/** Gives a project without a voice its first one, as soon as the voices are known. */
export function useDefaultVoice(): void {
  const projectId = useProject((state) => state.details?.projectId);
  const lacking = useProject((state) => state.details?.voiceId === null);
  const voices = useStudio((state) => state.voices);
  const models = useStudio((state) => state.models);
  useEffect(() => {
    if (!lacking || voices.state !== 'ready' || models.state !== 'ready') return;
    const voice = firstVoice(voices.value, models.value);
    if (voice) void updateProject({ voiceId: voice.voiceId });
  }, [projectId, lacking, voices, models]);
}
