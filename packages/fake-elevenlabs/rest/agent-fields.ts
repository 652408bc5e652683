/**
 * The fields of an agent that the provider's contract names (its OpenAPI document of 2026-08-22). The contract does not
 * say that others are refused, so the provider may silently drop them. The stand-in is stricter and refuses them, so
 * that a wrong name of ours is noticed.
 */
import type { FieldFault } from '../vendor-errors.ts'

/** Names with their contents; `null` for values and for objects whose contents we never send. */
interface Fields {
  [name: string]: Fields | null
}

function values<const Name extends string>(...names: Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>
}

const prompt: Fields = {
  ...values('prompt', 'llm', 'reasoning_effort', 'thinking_budget', 'enable_reasoning_summary', 'temperature'),
  ...values('max_tokens', 'tool_ids', 'mcp_server_ids', 'native_mcp_server_ids', 'knowledge_base', 'custom_llm'),
  ...values('ignore_default_personality', 'timezone', 'backup_llm_config', 'cascade_timeout_seconds', 'tools'),
  built_in_tools: values(
    'end_call',
    'language_detection',
    'skip_turn',
    'transfer_to_agent',
    'transfer_to_number',
    'play_keypad_touch_tone',
    'voicemail_detection',
  ),
  rag: values(
    'enabled',
    'embedding_model',
    'max_vector_distance',
    'max_documents_length',
    'max_retrieved_rag_chunks_count',
    'num_candidates',
    'query_rewrite_prompt_override',
  ),
}

const conversationConfig: Fields = {
  asr: values('quality', 'provider', 'user_input_audio_format', 'keywords'),
  turn: {
    ...values('turn_timeout', 'initial_wait_time', 'silence_end_call_timeout', 'mode', 'turn_eagerness'),
    ...values('spelling_patience', 'speculative_turn', 'retranscribe_on_turn_timeout', 'turn_model'),
    ...values('interruption_ignore_terms', 'interruption_ignore_term_languages', 'merge_with_default_ignore_terms'),
    ...values('transcribe_on_disabled_interruptions', 'soft_timeout_config'),
  },
  tts: {
    ...values('model_id', 'voice_id', 'supported_voices', 'expressive_mode', 'suggested_audio_tags'),
    ...values('agent_output_audio_format', 'optimize_streaming_latency', 'stability', 'speed', 'similarity_boost'),
    ...values('text_normalisation_type', 'pronunciation_dictionary_locators', 'enable_phoneme_tags'),
  },
  conversation: {
    ...values('text_only', 'max_duration_seconds', 'client_events', 'file_input', 'monitoring_enabled'),
    ...values('monitoring_events', 'background_sound', 'source_attribution'),
  },
  language_presets: null,
  vad: values('background_voice_detection'),
  agent: {
    ...values('first_message', 'language', 'hinglish_mode', 'disable_first_message_interruptions'),
    ...values('max_conversation_duration_message', 'text_behavior_overrides'),
    dynamic_variables: values('dynamic_variable_placeholders'),
    prompt,
  },
}

const platformSettings: Fields = {
  ...values('evaluation', 'widget', 'data_collection', 'data_collection_scopes', 'analysis_items', 'testing'),
  ...values('workspace_overrides', 'archived', 'guardrails', 'summary_language', 'trust_context', 'analysis_llm'),
  ...values('auto_translate_transcript_to_app_language', 'topic_discovery', 'sentiment_analysis', 'alerting'),
  // Missing in the document of August, but in the provider's samples of queues.
  queueing_config: values('enabled', 'wait_timeout_seconds'),
  overrides: values(
    'conversation_config_override',
    'custom_llm_extra_body',
    'enable_conversation_initiation_client_data_from_webhook',
    'enable_starting_workflow_node_id_from_client',
    'enable_procedure_ids_from_client',
  ),
  auth: values('enable_auth', 'allowlist', 'require_origin_header', 'shareable_token'),
  call_limits: values('agent_concurrency_limit', 'daily_limit', 'bursting_enabled'),
  privacy: {
    ...values('record_voice', 'retention_days', 'delete_transcript_and_pii', 'delete_audio'),
    ...values('apply_to_existing_conversations', 'zero_retention_mode', 'conversation_history_redaction'),
  },
}

const agentFields: Fields = {
  ...values('name', 'tags', 'workflow', 'version_description', 'procedures'),
  conversation_config: conversationConfig,
  platform_settings: platformSettings,
}

/** Returns the fields of a body that no document names, in the provider's format for wrong fields. */
export function unknownFields(body: object): FieldFault[] {
  return find(body, agentFields, ['body'])
}

function find(value: object, fields: Fields, path: string[]): FieldFault[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const loc = [...path, name]
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (known === undefined) return [{ type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }]
    const goesOn = known !== null && typeof inner === 'object' && inner !== null && !Array.isArray(inner)
    return goesOn ? find(inner, known, loc) : []
  })
}
