// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice All that is stored of a token, in one word:
/// owner 160 | creator id 40 | royalty in basis points 16 | flags 8 | version 32 (from the lowest bit up).
type TokenWord is uint256;

/// @notice All that is stored of an account, in one word:
/// balance 64 | epoch 64 | unused 127 | a bit that keeps a used word non-zero (from the lowest bit up).
type AccountWord is uint256;

using {
    ownerOf,
    exists,
    creatorIdOf,
    royaltyBpsOf,
    versionOf,
    hasApproval,
    withApproval,
    withoutApproval,
    withNextVersion,
    movedTo
} for TokenWord global;
using {balanceOf, epochOf, plusOne, minusOne, withNextEpoch} for AccountWord global;

uint256 constant CREATOR_SHIFT = 160;
uint256 constant ROYALTY_SHIFT = 200;
uint256 constant APPROVED_FLAG = 1 << 216;
uint256 constant VERSION_SHIFT = 224;

uint256 constant EPOCH_SHIFT = 64;
uint256 constant EPOCH_MASK = uint256(type(uint64).max) << EPOCH_SHIFT;
uint256 constant ACCOUNT_USED = 1 << 255;

/// @dev A token as it is minted: no flags, version 0.
function newToken(address owner, uint40 creatorId, uint16 royaltyBps) pure returns (TokenWord) {
    return TokenWord.wrap(
        uint256(uint160(owner)) | (uint256(creatorId) << CREATOR_SHIFT) | (uint256(royaltyBps) << ROYALTY_SHIFT)
    );
}

function ownerOf(TokenWord word) pure returns (address) {
    return address(uint160(TokenWord.unwrap(word)));
}

function exists(TokenWord word) pure returns (bool) {
    return ownerOf(word) != address(0);
}

function creatorIdOf(TokenWord word) pure returns (uint40) {
    return uint40(TokenWord.unwrap(word) >> CREATOR_SHIFT);
}

function royaltyBpsOf(TokenWord word) pure returns (uint16) {
    return uint16(TokenWord.unwrap(word) >> ROYALTY_SHIFT);
}

function versionOf(TokenWord word) pure returns (uint256) {
    return TokenWord.unwrap(word) >> VERSION_SHIFT;
}

function hasApproval(TokenWord word) pure returns (bool) {
    return TokenWord.unwrap(word) & APPROVED_FLAG != 0;
}

function withApproval(TokenWord word) pure returns (TokenWord) {
    return TokenWord.wrap(TokenWord.unwrap(word) | APPROVED_FLAG);
}

function withoutApproval(TokenWord word) pure returns (TokenWord) {
    return TokenWord.wrap(TokenWord.unwrap(word) & ~APPROVED_FLAG);
}

/// @dev The version is the top field, so its overflow falls off the word and touches nothing else.
function withNextVersion(TokenWord word) pure returns (TokenWord) {
    unchecked {
        return TokenWord.wrap(TokenWord.unwrap(word) + (1 << VERSION_SHIFT));
    }
}

/// @dev New owner, no approval, next version: earlier signatures and approvals are invalid.
function movedTo(TokenWord word, address to) pure returns (TokenWord) {
    uint256 kept = TokenWord.unwrap(word) & ~(uint256(type(uint160).max) | APPROVED_FLAG);
    return withNextVersion(TokenWord.wrap(kept | uint160(to)));
}

function balanceOf(AccountWord word) pure returns (uint256) {
    return uint64(AccountWord.unwrap(word));
}

function epochOf(AccountWord word) pure returns (uint256) {
    return uint64(AccountWord.unwrap(word) >> EPOCH_SHIFT);
}

/// @dev Cannot overflow into the epoch: 2^64 tokens are never minted.
function plusOne(AccountWord word) pure returns (AccountWord) {
    unchecked {
        return AccountWord.wrap((AccountWord.unwrap(word) | ACCOUNT_USED) + 1);
    }
}

/// @dev Only for the owner of a token, whose balance is at least one.
function minusOne(AccountWord word) pure returns (AccountWord) {
    unchecked {
        return AccountWord.wrap(AccountWord.unwrap(word) - 1);
    }
}

function withNextEpoch(AccountWord word) pure returns (AccountWord) {
    unchecked {
        uint256 next = (AccountWord.unwrap(word) + (1 << EPOCH_SHIFT)) & EPOCH_MASK;
        return AccountWord.wrap((AccountWord.unwrap(word) & ~EPOCH_MASK) | next | ACCOUNT_USED);
    }
}
