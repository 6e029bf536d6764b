// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccountWord, TokenWord} from "./PackedWords.sol";

/// @notice What a contract must answer to take a token by a safe transfer.
interface IErc721Receiver {
    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4);
}

/// @title ERC-721 on packed words: owners, approvals and transfers.
/// @notice A transfer writes the token's word once: the new owner, no approval, and the next version, which kills every
/// listing and withdrawal signed before.
abstract contract Erc721 {
    /// @notice No such token.
    error TokenNotFound();
    /// @notice The token does not belong to `from`.
    error WrongOwner();
    /// @notice The caller may not move or approve this token.
    error NotApproved();
    /// @notice A token cannot be sent to, and a balance not be asked of, the zero address.
    error InvalidRecipient();
    /// @notice The receiving contract does not take ERC-721 tokens.
    error UnsafeRecipient();

    /// @notice ERC-721: a token was minted (`from` is zero) or has moved.
    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    /// @notice ERC-721: who may move one token.
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    /// @notice ERC-721: who may move all tokens of an owner.
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    mapping(uint256 tokenId => TokenWord) internal _tokens;
    mapping(address account => AccountWord) internal _accounts;
    /// @dev Counts only while the token's word has the approval flag.
    mapping(uint256 tokenId => address) private _approvedFor;

    /// @notice ERC-721: whether `operator` may move all tokens of `owner`.
    mapping(address owner => mapping(address operator => bool)) public isApprovedForAll;

    /// @notice ERC-721: the owner of a token.
    function ownerOf(uint256 tokenId) external view returns (address) {
        return _getToken(tokenId).ownerOf();
    }

    /// @notice ERC-721: how many tokens an account has.
    function balanceOf(address account) external view returns (uint256) {
        if (account == address(0)) revert InvalidRecipient();
        return _accounts[account].balanceOf();
    }

    /// @notice ERC-721: who may move this token besides its owner and the owner's operators.
    function getApproved(uint256 tokenId) external view returns (address) {
        return _getToken(tokenId).hasApproval() ? _approvedFor[tokenId] : address(0);
    }

    /// @notice ERC-721: lets `operator` move all tokens of the caller, or no longer.
    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
        emit ApprovalForAll(msg.sender, operator, approved);
    }

    /// @notice ERC-721: lets `approved` move this token, until it moves. Zero takes the approval back.
    function approve(address approved, uint256 tokenId) external {
        TokenWord token = _getToken(tokenId);
        address tokenOwner = token.ownerOf();
        if (msg.sender != tokenOwner && !isApprovedForAll[tokenOwner][msg.sender]) revert NotApproved();
        if (approved == address(0)) {
            if (token.hasApproval()) _tokens[tokenId] = token.withoutApproval();
        } else {
            _approvedFor[tokenId] = approved;
            if (!token.hasApproval()) _tokens[tokenId] = token.withApproval();
        }
        emit Approval(tokenOwner, approved, tokenId);
    }

    /// @notice ERC-721: moves a token.
    function transferFrom(address from, address to, uint256 tokenId) public {
        TokenWord token = _getToken(tokenId);
        if (token.ownerOf() != from) revert WrongOwner();
        if (to == address(0)) revert InvalidRecipient();
        if (!_mayMove(token, from, tokenId)) revert NotApproved();
        _move(token, to, tokenId);
    }

    /// @notice ERC-721: moves a token; a receiving contract has to agree.
    function safeTransferFrom(address from, address to, uint256 tokenId) external {
        transferFrom(from, to, tokenId);
        _askReceiver(from, to, tokenId, "");
    }

    /// @notice ERC-721: moves a token; a receiving contract gets `data` and has to agree.
    function safeTransferFrom(address from, address to, uint256 tokenId, bytes calldata data) external {
        transferFrom(from, to, tokenId);
        _askReceiver(from, to, tokenId, data);
    }

    function _getToken(uint256 tokenId) internal view returns (TokenWord token) {
        token = _tokens[tokenId];
        if (!token.exists()) revert TokenNotFound();
    }

    /// @dev Moves a token whose word is `token`. The caller has checked the right to do so, and that `to` is not zero.
    function _move(TokenWord token, address to, uint256 tokenId) internal {
        address from = token.ownerOf();
        _tokens[tokenId] = token.movedTo(to);
        _accounts[from] = _accounts[from].minusOne();
        _accounts[to] = _accounts[to].plusOne();
        emit Transfer(from, to, tokenId);
    }

    /// @dev Calls out, so it comes last.
    function _askReceiver(address from, address to, uint256 tokenId, bytes memory data) internal {
        if (to.code.length == 0) return;
        try IErc721Receiver(to).onERC721Received(msg.sender, from, tokenId, data) returns (bytes4 answer) {
            if (answer != IErc721Receiver.onERC721Received.selector) revert UnsafeRecipient();
        } catch (bytes memory reason) {
            if (reason.length == 0) revert UnsafeRecipient();
            assembly ("memory-safe") {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function _mayMove(TokenWord token, address from, uint256 tokenId) private view returns (bool) {
        return msg.sender == from || isApprovedForAll[from][msg.sender]
            || (token.hasApproval() && _approvedFor[tokenId] == msg.sender);
    }
}
